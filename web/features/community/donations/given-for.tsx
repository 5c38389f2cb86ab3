import { HeartHandshake } from "lucide-react";
import type { ItemDetail } from "#contract/items";
import { Panel } from "../../../ui/layout.tsx";

/** The cause of a free listing on its page, if the giver has set one (D49). */
export function GivenFor({ item }: { item: Pick<ItemDetail, "cause" | "price" | "status"> }) {
  const { cause, price, status } = item;
  const listed = status === "active" || status === "reserved";
  if (cause === null || price > 0 || !listed) return null;
  return (
    <Panel tone="brand" className="flex w-full items-start gap-3">
      <HeartHandshake className="mt-0.5 size-5 shrink-0 text-brand-ink" />
      <p>
        The giver says this is for <strong dir="auto">{cause.name}</strong>
        {cause.abn === null ? null : (
          <>
            {" "}
            (
            <a
              href={`https://www.acnc.gov.au/charity/charities?search=${cause.abn.replace(/\s/g, "")}`}
              rel="noopener noreferrer"
              className="font-semibold underline underline-offset-4"
            >
              ABN {cause.abn}
            </a>
            )
          </>
        )}
        . We haven't checked. Goods only, never money.
      </p>
    </Panel>
  );
}
