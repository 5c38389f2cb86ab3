export { CategoryChip } from "./category-chip.tsx";
export { type GridStatus, type ListedItem, useGridStatus } from "./grid-status.ts";
export { ItemCard } from "./item-card.tsx";
export { ItemCards } from "./item-cards.tsx";
export { ItemPicker, type PickableItem } from "./item-picker.tsx";
export { MarketBanner } from "./marketplace/banner.tsx";
export { PhotoError, type PhotoSizes, resizePhoto } from "./photo-resize.ts";
export { uploadPhoto } from "./photo-upload.ts";
export { PictureChoice } from "./picture-choice.tsx";
