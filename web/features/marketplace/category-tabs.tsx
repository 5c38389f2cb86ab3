import {
  BadgeCheck,
  BookOpen,
  CircleEllipsis,
  Dumbbell,
  Flame,
  Flower2,
  Gem,
  LayoutGrid,
  type LucideIcon,
  Package,
  Shirt,
  Smartphone,
  Sofa,
  ToyBrick,
} from "lucide-react";
import type { ReactNode } from "react";
import { MARKET_TABS } from "#domain/items/marketplace-tabs";
import { Tabs } from "../../ui/tabs.tsx";

const ICONS: Record<string, LucideIcon> = {
  all: LayoutGrid,
  trending: Flame,
  bundles: Package,
  electronics: Smartphone,
  clothing: Shirt,
  furniture: Sofa,
  books: BookOpen,
  toys: ToyBrick,
  sports: Dumbbell,
  home: Flower2,
  rare: Gem,
  other: CircleEllipsis,
  sold: BadgeCheck,
};

const TABS = MARKET_TABS.map(({ id, label }) => {
  const Icon = ICONS[id] ?? CircleEllipsis;
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
