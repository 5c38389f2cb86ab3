import { useSearchParams } from "react-router-dom";
import AccountSettings from "../features/account/settings/settings-screen.tsx";
import { SiteSettingsScreen } from "../features/admin/index.ts";
import { useSession, useStaffGate } from "../lib/session.ts";
import { lazyPart, missingPart } from "../ui/lazy-part.tsx";

const StaffGate = lazyPart(() => import("../features/account/settings/staff-gate.tsx"), missingPart);

/** /Settings: the account settings. Admins find the site settings at ?part=site (D10). */
export default function SettingsScreen() {
  const { isAdmin } = useSession();
  const [gated, goOn] = useStaffGate();
  const [query] = useSearchParams();
  if (!isAdmin || query.get("part") !== "site") return <AccountSettings />;
  return gated ? <StaffGate onDone={goOn} /> : <SiteSettingsScreen />;
}
