/** Conversion between an ad and the values of its form. */
import type { Advertisement, NewAdvertisementInput } from "#contract/ads";
import type { AdPlacement } from "#domain/ads/ads";

export interface AdValues {
  title: string;
  description: string;
  link_url: string;
  placement: AdPlacement;
  priority: string;
  active: boolean;
  start_date: string;
  end_date: string;
}

/** Returns the form values of an ad; pass null for a new one. */
export function valuesOf(ad: Advertisement | null): AdValues {
  return {
    title: ad?.title ?? "",
    description: ad?.description ?? "",
    link_url: ad?.link_url ?? "",
    placement: ad?.placement ?? "local_deals",
    priority: String(ad?.priority ?? 0),
    active: ad?.active ?? true,
    start_date: ad?.start_date ?? "",
    end_date: ad?.end_date ?? "",
  };
}

/** Returns the request body. The picture is separate, because leaving it out keeps the current one. */
export function bodyOf(values: AdValues): Omit<NewAdvertisementInput, "image_id"> {
  return {
    title: values.title,
    description: values.description,
    link_url: values.link_url.trim() || null,
    placement: values.placement,
    priority: /^\d+$/.test(values.priority.trim()) ? Number(values.priority) : Number.NaN,
    active: values.active,
    start_date: values.start_date || null,
    end_date: values.end_date || null,
  };
}
