import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useRefreshSession, useSession } from "../../../lib/session.ts";
import { PageBody, PageHeader } from "../../../ui/layout.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { ErrorState } from "../../../ui/states.tsx";
import { ProveForm } from "../prove-form.tsx";
import { confirmWithCode, confirmWithPasskey, loadSecurity, SECURITY_KEY } from "../security-calls.ts";
import { SecuritySection } from "./security-section.tsx";

/** Shown at the address of an admin page to staff who have not set up or proved a second factor (D62). */
export default function StaffGate({ onDone }: { onDone: () => void }) {
  const { staffStep } = useSession();
  const [codes, setCodes] = useState(false);
  const [first] = useState(staffStep);
  const isDone = staffStep === null && !codes;
  useEffect(() => {
    if (isDone) onDone();
  }, [isDone, onDone]);
  if (first === "confirm") return <Confirm />;
  return (
    <PageBody width="form">
      <PageHeader
        title="Protect your staff account"
        description="Staff can see and change other people's accounts, so a password isn't enough. Add a passkey or an authenticator app to open the admin pages."
      />
      <SecuritySection onCodes={setCodes} />
    </PageBody>
  );
}

function Confirm() {
  const refreshSession = useRefreshSession();
  const security = useQuery({ queryKey: SECURITY_KEY, queryFn: ({ signal }) => loadSecurity(signal) });
  return (
    <PageBody width="narrow">
      <PageHeader title="Confirm it's you" description="Use your second factor to open the admin pages." />
      {security.isPending ? <Skeleton className="h-28" /> : null}
      {security.isError ? <ErrorState query={security} /> : null}
      {security.data ? (
        <ProveForm
          methods={[...(security.data.passkeys.length > 0 ? ["passkey"] : []), "code"]}
          label="Confirm"
          byCode={async (code) => {
            await confirmWithCode(code);
            await refreshSession();
          }}
          byPasskey={async () => {
            await confirmWithPasskey();
            await refreshSession();
          }}
        />
      ) : null}
    </PageBody>
  );
}
