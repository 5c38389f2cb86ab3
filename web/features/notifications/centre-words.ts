export const loadingNotifications = "Loading notifications";
export const nothingNew = "Nothing new";
export const nothingNewDescription = "Messages, trades, orders and price drops will show up here.";
export const chooseWhatYouHear = "Choose what you hear about";
export const preferences = "Preferences";
export const markAllAsRead = "Mark all as read";
export const listed = "notifications";
export const unreadOf = (kind: string) => `Unread, ${kind}:`;
export const newCount = (count: number) => `${count > 99 ? "99+" : count} new`;
