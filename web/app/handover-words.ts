// Pending handovers.
export const handedOver = "Handed over";
export const isCompleteThank = (title: string) => `"${title}" is complete. Thank you!`;
