// Footer.
export const home = "Home";
export const marketplace = "Marketplace";
export const stores = "Stores";
export const sellSomething = "Sell something";
export const donations = "Donations";
export const announcements = "Announcements";
export const contactUs = "Contact Us";
export const privacyPolicy = "Privacy Policy";
export const termsOfService = "Terms of Service";
export const secondHandCloseToHome = (siteName: string) => `${siteName}. Second-hand, close to home.`;
export const footer = "Footer";
