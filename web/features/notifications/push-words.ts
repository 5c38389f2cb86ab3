export const notAllowed = "Your browser was not allowed to show notifications.";
export const noAnswer = "Your browser's push service did not answer. Please try again later.";
