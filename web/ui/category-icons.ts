import {
  BookOpen,
  Car,
  CircleEllipsis,
  Dumbbell,
  Flower2,
  Gem,
  type LucideIcon,
  Shirt,
  Smartphone,
  Sofa,
  ToyBrick,
} from "lucide-react";
import type { Category } from "#domain/items/catalogue";

/** The drawing of each category: in tabs and tiles, and in place of a photo. */
export const CATEGORY_ICONS: Readonly<Record<Category, LucideIcon>> = {
  electronics: Smartphone,
  clothing: Shirt,
  furniture: Sofa,
  books: BookOpen,
  toys: ToyBrick,
  sports: Dumbbell,
  home_garden: Flower2,
  automotive: Car,
  collectibles: Gem,
  other: CircleEllipsis,
};
