import { useState } from "react";
import { type OwnMovingSale, SaveMovingSale, type SaveMovingSaleInput } from "#contract/selling/moving-sales";
import { DAY_MS } from "#domain/deadlines";
import { defaultCollectionDate } from "#domain/orders/collection";
import { COLLECTION_MAX_DAYS, openWindows } from "#domain/orders/collection-windows";
import { SALE_TEXT_MAX, SALE_TITLE_MAX, saleTimesProblem } from "#domain/selling/moving-sale";
import { type Checked, fieldErrors } from "../../../lib/field-errors.ts";
import { localTime } from "../../../lib/local-time.ts";
import { serverNow } from "../../../lib/server-clock.ts";
import { useSession } from "../../../lib/session.ts";
import { useApiForm } from "../../../lib/use-api-form.ts";
import { Field } from "../../../ui/field.tsx";
import { PageBody, PageHeader } from "../../../ui/layout.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextArea, TextInput } from "../../../ui/text-input.tsx";
import { toast } from "../../../ui/toast.tsx";
import { choices, GroupForm, GroupItems, ListingsFailed } from "../goods-group.tsx";
import { firstRows, Windows } from "../listing-form/collection-fields.tsx";
import { startingZone, textOfRows, typedWindows, windowsOf } from "../listing-form/collection-time.ts";
import { useOwnListings } from "../own-listings.ts";
import { useSaveSale } from "./api.ts";

interface Values {
  title: string;
  description: string;
  item_ids: string[];
  /** Windows as typed. */
  times: string;
}

interface SaleEditorProps {
  /** The sale to change; null for a new one. */
  sale: OwnMovingSale | null;
  onSaved: (sale: OwnMovingSale) => void;
  onCancel: () => void;
}

/** Form of one sale. Saving it sets the pickup times of its items, which the form says before. */
export function SaleEditor({ sale, onSaved, onCancel }: SaleEditorProps) {
  const { profile } = useSession();
  const [now] = useState(serverNow);
  const [zone] = useState(
    () => sale?.collection_zone ?? startingZone(profile ?? { postcode: null, state_region: null }),
  );
  const [start] = useState<Values>(() => valuesOf(sale, zone, now));
  const listings = useOwnListings();
  const save = useSaveSale();
  const form = useApiForm({
    start,
    check: ({ times, ...rest }) =>
      checkSale({ ...rest, collection_windows: windowsOf(times, zone), collection_zone: zone }, sale),
    send: (body, key) =>
      save.mutateAsync(sale ? { kind: "change", id: sale.id, sale: body } : { kind: "create", sale: body, key }),
    names: { collection_windows: "times", collection_zone: "times" },
    onSent: (stored) => {
      toast({ title: sale ? "Sale saved" : "Sale started", description: stored.title });
      onSaved(stored);
    },
  });

  return (
    <PageBody width="form">
      <PageHeader
        title={sale ? "Edit moving sale" : "New moving sale"}
        back={{ to: "/MovingSales", label: "Moving sales" }}
      />
      {listings.isError && !listings.data ? (
        <ListingsFailed listings={listings} />
      ) : (
        <GroupForm form={form} submitLabel={sale ? "Save sale" : "Start sale"} onCancel={onCancel}>
          <Field label="Title" error={form.problem("title")} required>
            <TextInput maxLength={SALE_TITLE_MAX} placeholder="Moving to Perth" {...form.input("title")} />
          </Field>
          <Field
            label="About the sale"
            error={form.problem("description")}
            hint="Anyone can read this. Don't include your address or phone number."
            optional
          >
            <TextArea rows={3} maxLength={SALE_TEXT_MAX} {...form.input("description")} />
          </Field>
          <GroupItems
            listings={listings}
            items={choices(listings.data ?? [], sale?.items ?? [])}
            chosen={form.values.item_ids}
            onChange={(item_ids) => form.change({ item_ids })}
            error={form.problem("item_ids")}
          />
          {/* In a box of its own, because the windows span two columns of the listing form. */}
          <div>
            <Windows
              typed={form.values.times}
              onChange={(times) => form.change({ times })}
              limits={{ min: localTime(now, zone), max: localTime(now + COLLECTION_MAX_DAYS * DAY_MS, zone) }}
              error={form.problem("times")}
            />
          </div>
          <Notice kind="info" title="These times replace the pickup times of every item in the sale">
            <p>Orders you already have keep the time you agreed on. The sale ends by itself after the last time.</p>
          </Notice>
        </GroupForm>
      )}
    </PageBody>
  );
}

function valuesOf(sale: OwnMovingSale | null, zone: string, now: number): Values {
  if (!sale) {
    const [first] = firstRows(localTime(defaultCollectionDate(now, zone), zone));
    return { title: "", description: "", item_ids: [], times: first ? textOfRows([first]) : "" };
  }
  return {
    title: sale.title,
    description: sale.description,
    item_ids: sale.items.map(({ id }) => id),
    times: typedWindows(openWindows(sale.collection_windows, now), zone) || typedWindows(sale.collection_windows, zone),
  };
}

/** Checks like the server, without another request. */
function checkSale(body: SaveMovingSaleInput, sale: OwnMovingSale | null): Checked<SaveMovingSaleInput> {
  const windows = body.collection_windows;
  const unfinished = windows.some(({ from, until }) => Number.isNaN(from) || Number.isNaN(until));
  const times = unfinished
    ? "Fill in the day, start and end of each pickup time."
    : saleTimesProblem(windows, sale?.collection_windows ?? [], serverNow());
  const others = Object.entries(fieldErrors(SaveMovingSale, body)).filter(
    ([field]) => !field.startsWith("collection_windows"),
  );
  const problems = Object.fromEntries(times === null ? others : [...others, ["collection_windows", times]]);
  return Object.keys(problems).length > 0 ? { ok: false, problems } : { ok: true, body };
}
