import MessagesScreen from "../features/messages/messages-screen.tsx";

/** Messages with the ways to report and to block somebody: features do not know each other. */
export default function MessagesPage() {
  return <MessagesScreen />;
}
