/** The pages of seller onboarding, in one chunk because they follow each other. */
// biome-ignore lint/performance/noBarrelFile: combines the screens into one chunk
export { default as AccountTypeScreen } from "./account-type-screen.tsx";
export { default as BusinessSignupScreen } from "./business-signup-screen.tsx";
export { BusinessOnboardingScreen, OnboardingScreen } from "./onboarding-screen.tsx";
