import { ShieldAlert } from "lucide-react";
import { MESSAGES } from "#contract/copy";
import { LinkButton } from "../ui/button.tsx";
import { EmptyState } from "../ui/states.tsx";

/** Shown to ordinary users at the address of an admin page (D10). */
export default function AdminsOnly() {
  return (
    <EmptyState
      page
      icon={<ShieldAlert className="size-7" />}
      title={MESSAGES.adminsOnly}
      description="Only Goodstreet staff can open this page."
      action={<LinkButton to="/Marketplace">Back to Marketplace</LinkButton>}
    />
  );
}
