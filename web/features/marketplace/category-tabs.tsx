import { BadgeCheck, Flame, LayoutGrid, type LucideIcon, Package } from "lucide-react";
import type { ReactNode } from "react";
import { MARKET_TABS } from "#domain/items/marketplace-tabs";
import { CATEGORY_ICONS } from "../../ui/category-icons.ts";
import { Tabs } from "../../ui/tabs.tsx";

const ICONS: Record<string, LucideIcon> = {
  ...CATEGORY_ICONS,
  all: LayoutGrid,
  trending: Flame,
  bundles: Package,
  home: CATEGORY_ICONS.home_garden,
  rare: CATEGORY_ICONS.collectibles,
  sold: BadgeCheck,
};

const TABS = MARKET_TABS.map(({ id, label }) => {
  const Icon = ICONS[id] ?? CATEGORY_ICONS.other;
  return { value: id, label, icon: <Icon className="size-5.5" strokeWidth={1.75} /> };
});

interface CategoryTabsProps {
  value: string;
  onChange: (tab: string) => void;
  children: ReactNode;
}

/** The category tabs, icon above label; they scroll sideways on phones. */
export function CategoryTabs({ value, onChange, children }: CategoryTabsProps) {
  return (
    <Tabs
      label="Categories"
      tour="category-tabs"
      tabs={TABS}
      value={value}
      onChange={onChange}
      className="-mx-4 px-4 sm:mx-0 sm:px-0 lg:justify-between"
    >
      {children}
    </Tabs>
  );
}
