import { NotificationSettings } from "../features/notifications/settings-section.tsx";
import SettingsScreen from "../features/settings/settings-screen.tsx";

/** The account's settings with what somebody wants to be told. */
export default function SettingsPage() {
  return (
    <SettingsScreen>
      <NotificationSettings />
    </SettingsScreen>
  );
}
