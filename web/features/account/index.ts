export { useReauthentication } from "./reauthentication.tsx";
export { GettingPaidDialog, GettingPaidNotice } from "./settings/getting-paid.tsx";
export { useLogOut } from "./use-log-out.ts";
