export { SupportButton } from "./contact/support-button.tsx";
export { GivenFor } from "./donations/given-for.tsx";
