import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import type { PriceGuide } from "#contract/selling/price-guide";
import { CATEGORIES, CATEGORY_LABELS, CONDITION_LABELS, CONDITIONS } from "#domain/items/catalogue";
import { api, unwrap } from "../../../lib/api-client.ts";
import { formatDollars } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Panel } from "../../../ui/layout.tsx";
import type { ItemForm } from "./item-form-values.ts";

const itemsIn = (categoryLabels: string) => `Items in ${categoryLabels}`;

/** Time without typing before the guide is requested. */
const PAUSE_MS = 500;

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** Price range of similar sold items. Renders nothing while there are too few sales. */
export function PriceGuideHint({ form }: { form: ItemForm }) {
  const [title, typedCategory, typedCondition, free] = useWatch({
    control: form.control,
    name: ["title", "category", "condition", "free"],
  });
  const q = useSettled(title.trim());
  const category = CATEGORIES.find((known) => known === typedCategory);
  const condition = CONDITIONS.find((known) => known === typedCondition);
  const { data } = useQuery({
    queryKey: ["price-guide", category, condition, q],
    queryFn: ({ signal }) =>
      unwrap(
        api.api["price-guide"].$get(
          { query: { category: category ?? "other", ...(condition && { condition }), ...(q && { q }) } },
          { init: { signal } },
        ),
      ),
    enabled: category !== undefined && !free,
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
    // The guide is optional, so a failed request is not retried.
    retry: false,
  });
  const guide = data?.guide;
  if (!guide || free || category === undefined) return null;
  const use = () => form.setValue("price", String(guide.median), { shouldDirty: true, shouldValidate: true });
  return (
    <Panel className="mt-4 flex flex-wrap items-center justify-between gap-x-5 gap-y-2">
      <div className="min-w-0 flex-1 basis-64" role="status">
        <p className="font-semibold">
          {whatOf(guide)} sold for around {formatDollars(guide.median)}
        </p>
        <p className="text-sm text-muted">
          Half of {guide.count} sales here were between {formatDollars(guide.low)} and {formatDollars(guide.high)}.
        </p>
      </div>
      <Button size="sm" variant="secondary" onClick={use}>
        Use {formatDollars(guide.median)}
      </Button>
    </Panel>
  );
}

function whatOf({ basis, category, condition }: PriceGuide): string {
  const what = basis === "similar" ? "Similar items" : itemsIn(CATEGORY_LABELS[category]);
  return condition === null ? what : `${what} (${CONDITION_LABELS[condition].toLowerCase()})`;
}
