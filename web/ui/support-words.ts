// Support button.
export const contactSupport = "Contact Support";

// Support dialog.
export const tellUsWhatWentWrong = "Tell us what went wrong. We'll respond within 24 hours.";
export const cancel = "Cancel";
export const submitRequest = "Submit Request";
export const transactionId = "Transaction ID";
export const itemName = "Item name";
export const issueDescription = "Issue description";
export const whatHappenedAndWhatDid = "What happened, and what did you expect?";
export const yourEMail = "Your e-mail";
export const whereWeWriteBack = "Where we write back to.";
