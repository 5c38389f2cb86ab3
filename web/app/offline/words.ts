export const offline = "You are offline.";
export const unreached = "We can't reach Goodstreet.";
export const mayBeOld = "What you see may be out of date.";
export const saved = (when: string) => `Saved ${when}.`;
export const addressLater = "The address shows here once you are online again";

export const title = "On this device";
export const about =
  "The items you looked at last, your orders with their collection codes, and your conversations can be read here without a connection. They stay on this device until you sign out.";
export const installByHand = "To have Goodstreet on your home screen: Share, then Add to Home Screen.";
export const installed = "Goodstreet is installed as an app.";
export const install = "Install Goodstreet";
export const remove = "Remove what is kept";
export const removed = {
  title: "Removed",
  description: "Nothing is kept for offline reading until you look at it again.",
};
export const notRemoved = { title: "That didn't work", description: "Your browser did not let us remove it." };
