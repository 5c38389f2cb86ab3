import { ThemeSettingsScreen } from "../features/admin/theme/theme-settings-screen.tsx";
import { MarketBanner } from "../features/items/marketplace/banner.tsx";

/** /themesettings, with the marketplace banner in its preview. */
export default function ThemeSettingsPage() {
  return <ThemeSettingsScreen banner={<MarketBanner />} />;
}
