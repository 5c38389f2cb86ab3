export const lastChanged = (day: string) => `Last changed ${day}`;
export const inShort = "In short";
export const onThisPage = "On this page";
export const ourSupportAddress = "our support address";
