// Account menu.
export const stillSignedIn = "You are still signed in";
export const account = (name: string, name2: string) => `${name}, account: ${name2}`;
export const accountSettings = "Account Settings";
export const logOut = "Log Out";

// Balance.
export const balanceAddFunds = (balance: string) => `Balance ${balance}, add funds`;
export const balance = "Balance";
export const addFunds = "Add funds";

// Main menu.
export const main = "Main";

// Mobile menu.
export const menu = "Menu";
export const closeMenu = "Close menu";

// Notification bell.
export const newNotification = (title: string) => `New notification: ${title}`;
export const loadingNotifications = "Loading notifications";
export const notifications = "Notifications";

// Waiting count.
export const waitingFor = (count: number) => `, ${count} waiting for you`;

// Menu groups.
export const marketplace = "Marketplace";
export const storefront = "Storefront";
export const myOrders = "My Orders";
export const paymentConfirmations = "Payment Confirmations";
export const wishLists = "Wish Lists";
export const selling = "Selling";
export const myItems = "My Items";
export const addItem = "Add Item";
export const becomeSeller = "Become a Seller";
export const sellerHub = "Seller Hub";
export const tradeOffers = "Trade Offers";
export const promoteItems = "Promote Items";
export const specialOffers = "Special Offers";
export const community = "Community";
export const requests = "Requests";
export const announcements = "Announcements";
export const donations = "Donations";
export const messages = "Messages";
export const contactUs = "Contact Us";
export const privacyPolicy = "Privacy Policy";
export const termsOfService = "Terms of Service";
export const admin = "Admin";
export const overview = "Overview";
export const users = "Users";
export const moderation = "Moderation";
export const supportRequests = "Support Requests";
export const baggage = "Baggage";
export const advertisements = "Advertisements";
export const homepageEditor = "Homepage Editor";
export const announcementEditor = "Announcement Editor";
export const settings = "Settings";
export const themeSettings = "Theme Settings";
export const aiPromptSettings = "AI Prompt Settings";
export const integrations = "Integrations";
export const auditLog = "Audit Log";
export const paymentWizardDemo = "Payment Wizard Demo";

// Cart button.
export const cart = "Cart";
export const cartHolding = (count: number) => `Cart, ${count} ${count === 1 ? "item" : "items"}`;
export const newNotifications = (count: number) => `Notifications, ${count} new`;
