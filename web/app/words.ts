// Add button.
export const listItem = "List an item";

// Logo.
export const toMarketplace = (siteName: string) => `${siteName}, to the marketplace`;

// Script that failed to load.
export const loadAgain = "This page has to be loaded again";
export const updatedOrOffline = "Goodstreet was updated, or you are offline. Please try again.";

// Router.
export const thatDidntLoad = "That didn't load";
export const thisPageRanIntoProblem = "This page ran into a problem";

// Screens.
export const myOrders = "My Orders";
export const becomeSeller = "Become a seller";
export const signIn = "Sign in";
export const chooseNewPassword = "Choose a new password";
export const sellAsBusiness = "Sell as a business";
export const setUpYourBusiness = "Set up your business";
export const sellerHub = "Seller Hub";
export const addItem = "Add item";
export const addProducts = "Add products";
export const editItem = "Edit item";
export const myItems = "My items";
export const myPurchases = "My purchases";
export const paymentConfirmations = "Payment confirmations";
export const wishLists = "Wish Lists";
export const promoteItems = "Promote Items";
export const tradeOffers = "Trade offers";
export const postRequest = "Post a request";
export const contactUs = "Contact Us";
export const privacyPolicy = "Privacy Policy";
export const termsOfService = "Terms of Service";
export const specialOffers = "Special Offers";
export const accountSettings = "Account settings";
export const themeSettings = "Theme Settings";
export const aiPromptSettings = "AI Prompt Settings";
export const announcementEditor = "Announcement Editor";
export const homepageEditor = "Homepage Editor";
export const supportRequests = "Support requests";
export const paymentWizardDemo = "Payment wizard demo";
export const auditLog = "Audit log";

// Shell.
export const skipToContent = "Skip to content";

// Theme toggle.
export const lightTheme = "Light theme";
export const darkTheme = "Dark theme";

// Top bar.
export const signInButton = "Sign In";

// Screens.
export const marketplace = "Marketplace";
export const home = "Home";
export const store = "Store";
export const checkout = "Checkout";
export const stores = "Stores";
export const item = "Item";
export const cart = "Cart";
export const requests = "Requests";
export const announcements = "Announcements";
export const donations = "Donations";
export const messages = "Messages";
export const advertisements = "Advertisements";
export const overview = "Overview";
export const integrations = "Integrations";
export const baggage = "Baggage";
export const users = "Users";
export const moderation = "Moderation";
export const order = "Order";
export const user = "User";
