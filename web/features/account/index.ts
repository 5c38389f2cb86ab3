export { useReauthentication } from "./reauthentication.tsx";
export { useLogOut } from "./use-log-out.ts";
