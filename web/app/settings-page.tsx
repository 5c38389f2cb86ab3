import { lazy } from "react";
import { useSearchParams } from "react-router-dom";
import { NotificationSettings } from "../features/notifications/settings-section.tsx";
import { BlockedUsers } from "../features/safety/blocked-users.tsx";
import SettingsScreen from "../features/account/settings/settings-screen.tsx";
import { useSession } from "../lib/session.ts";
import { LinkButton } from "../ui/button.tsx";
import { DeviceSettings } from "./offline/device-settings.tsx";

const SiteSettingsScreen = lazy(() => import("../features/admin/site-settings/site-settings-screen.tsx"));

/**
 * Account settings with notification preferences and blocked users. Admins find the site settings at ?part=site (D10).
 */
export default function SettingsPage() {
  const { isAdmin } = useSession();
  const [query] = useSearchParams();
  if (isAdmin && query.get("part") === "site") return <SiteSettingsScreen />;
  return (
    <SettingsScreen
      actions={
        isAdmin ? (
          <LinkButton to="/Settings?part=site" variant="secondary" size="sm">
            Site settings
          </LinkButton>
        ) : null
      }
    >
      <NotificationSettings />
      <DeviceSettings />
      <BlockedUsers />
    </SettingsScreen>
  );
}
