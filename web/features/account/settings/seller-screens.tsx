import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import AccountTypeScreen from "./account-type-screen.tsx";
import BusinessSignupScreen from "./business-signup-screen.tsx";
import { BusinessOnboardingScreen, OnboardingScreen } from "./onboarding-screen.tsx";

const SCREENS: Record<string, () => ReactNode> = {
  accounttypeselection: AccountTypeScreen,
  businesssignup: BusinessSignupScreen,
  onboarding: OnboardingScreen,
  businessonboarding: BusinessOnboardingScreen,
};

/** The pages of seller onboarding, in one chunk because they follow each other. */
export default function SellerScreens() {
  const page = useLocation().pathname.split("/")[1]?.toLowerCase() ?? "";
  const Screen = SCREENS[page] ?? AccountTypeScreen;
  return <Screen />;
}
