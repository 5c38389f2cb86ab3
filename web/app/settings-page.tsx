import { NotificationSettings } from "../features/notifications/settings-section.tsx";
import { BlockedPeople } from "../features/safety/blocked-people.tsx";
import SettingsScreen from "../features/settings/settings-screen.tsx";

/** The account's settings with what somebody wants to be told, and whom they keep away. */
export default function SettingsPage() {
  return (
    <SettingsScreen>
      <NotificationSettings />
      <BlockedPeople />
    </SettingsScreen>
  );
}
