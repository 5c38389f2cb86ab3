export { WaitlistPanel } from "./waitlist-panel.tsx";
