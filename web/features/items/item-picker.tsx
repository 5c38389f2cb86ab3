import { clsx } from "clsx";
import { Check, Search } from "lucide-react";
import { useId, useState } from "react";
import type { Photo } from "#contract/items";
import { formatPrice } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/field.tsx";
import type { MorePages } from "../../ui/load-more.tsx";
import { PhotoImg } from "../../ui/photo-img.tsx";
import { TextInput } from "../../ui/text-input.tsx";

export interface PickableItem {
  id: string;
  title: string;
  price: number;
  image: Photo | null;
  /** Used instead of `image` where only a URL is known. */
  image_url?: string | null;
  /** Why it cannot be chosen; shown next to it. */
  unfit?: string;
}

/** The search appears from this many items. */
const SEARCH_FROM = 7;
/** Height of the scrolling list (px): five and a half items, so that users see there are more. */
const LIST_HEIGHT = 352;

/** Listings to choose from: several (checkboxes) or one (radio buttons), with a search for long lists. */
export function ItemPicker({
  legend,
  items,
  chosen,
  onChange,
  multiple,
  error,
  more,
}: {
  legend: string;
  items: readonly PickableItem[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  multiple: boolean;
  error?: string | undefined;
  more?: Omit<MorePages, "isFetchNextPageError">;
}) {
  const name = useId();
  const [search, setSearch] = useState("");
  const sought = search.trim().toLowerCase();
  const shown = sought === "" ? items : items.filter((item) => item.title.toLowerCase().includes(sought));
  const picked = new Set(chosen);
  const toggle = (id: string) => {
    if (!multiple) return onChange([id]);
    onChange(picked.has(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  };
  return (
    <fieldset aria-describedby={error ? `${name}-error` : undefined} className="min-w-0">
      <legend className="mb-1.5 flex w-full items-baseline justify-between gap-3 font-semibold">
        {legend}
        {multiple && chosen.length > 0 ? (
          <span className="font-normal text-muted">
            <span className="sr-only">, </span>
            {chosen.length} chosen
          </span>
        ) : null}
      </legend>
      {items.length >= SEARCH_FROM ? (
        <div className="mb-2">
          <TextInput
            type="search"
            aria-label="Search your items"
            placeholder="Search your items"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            before={<Search className="size-4" />}
          />
        </div>
      ) : null}
      <ul
        className={clsx(
          "divide-y divide-line overflow-y-auto overscroll-contain rounded-md border",
          error ? "border-hot" : "border-field",
        )}
        style={{ maxHeight: LIST_HEIGHT }}
      >
        {shown.map((item) => (
          <li key={item.id}>
            <label className="flex min-h-16 cursor-pointer items-center gap-3 px-3 py-2 hover:bg-surface has-checked:bg-brand-soft has-disabled:cursor-not-allowed has-disabled:opacity-60 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand">
              <PhotoImg
                photo={item.image}
                url={item.image_url ?? null}
                alt=""
                sizes="48px"
                className="size-11 shrink-0 rounded-sm"
              />
              <span className="min-w-0 flex-1">
                <span dir="auto" className="block truncate font-medium">
                  {item.title}
                </span>
                <span className="block text-sm text-muted">
                  {item.unfit === undefined ? formatPrice(item.price) : `${formatPrice(item.price)} · ${item.unfit}`}
                </span>
              </span>
              <span className="relative size-5.5 shrink-0">
                <input
                  type={multiple ? "checkbox" : "radio"}
                  name={name}
                  checked={picked.has(item.id)}
                  disabled={item.unfit !== undefined && !picked.has(item.id)}
                  onChange={() => toggle(item.id)}
                  aria-invalid={error ? true : undefined}
                  className={clsx(
                    "peer size-5.5 cursor-[inherit] appearance-none border-[1.5px] border-field bg-page outline-none checked:border-brand",
                    multiple ? "rounded-[6px] checked:bg-brand" : "rounded-full checked:border-[7px]",
                  )}
                />
                {multiple ? (
                  <Check
                    className="pointer-events-none absolute inset-0 m-auto size-4 text-on-brand opacity-0 peer-checked:opacity-100"
                    strokeWidth={3}
                  />
                ) : null}
              </span>
            </label>
          </li>
        ))}
        {shown.length === 0 ? (
          <li className="px-3 py-5 text-center text-muted">Nothing matches “{search.trim()}”.</li>
        ) : null}
        {sought === "" && more?.hasNextPage ? (
          <li className="flex justify-center p-2">
            <Button
              size="sm"
              variant="ghost"
              loading={more.isFetchingNextPage}
              onClick={() => void more.fetchNextPage()}
            >
              Show more
            </Button>
          </li>
        ) : null}
      </ul>
      <FieldError id={`${name}-error`} message={error} />
    </fieldset>
  );
}
