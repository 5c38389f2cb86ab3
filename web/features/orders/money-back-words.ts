/** What a refund from seller to buyer says on the order's page. */

export const accountName = "Account name";
export const bsb = "BSB";
export const accountNumber = "Account number";
export const amount = "Amount";
export const onlySeesIt = (seller: string) => `Only ${seller} and our team see this account.`;
export const useThisAccount = "Send the refund here";
export const accountSaved = "Account saved";
export const theySendIt = (seller: string) => `We've let ${seller} know where to send it.`;
export const iveSentIt = "I've sent it";
export const thanksForSending = (buyer: string) => `We'll ask ${buyer} whether it has arrived.`;
export const refundSent = "Refund marked as sent";
export const neverReceived = "The money never arrived? Contact support below.";
export const itArrived = "It arrived";
export const notYet = "Not yet";
export const refundArrived = "Refund received";
export const allSettled = "That settles it. Thank you.";
export const notArrivedYet = "Marked as not arrived";
export const theyCheck = (seller: string) => `We've asked ${seller} to check the transfer.`;
export const wasntSaved = "That wasn't saved";
