import { type FormEvent, useEffect, useRef, useState } from "react";
import { type OwnMovingSale, SaveMovingSale } from "#contract/selling/moving-sales";
import { DAY_MS } from "#domain/deadlines";
import { defaultCollectionDate } from "#domain/orders/collection";
import { COLLECTION_MAX_DAYS, openWindows } from "#domain/orders/collection-windows";
import { SALE_TEXT_MAX, SALE_TITLE_MAX, saleTimesProblem } from "#domain/selling/moving-sale";
import { ApiError, errorMessage, newIdempotencyKey } from "../../../lib/api-client.ts";
import { fieldErrors } from "../../../lib/field-errors.ts";
import { localTime } from "../../../lib/local-time.ts";
import { serverNow } from "../../../lib/server-clock.ts";
import { useSession } from "../../../lib/session.ts";
import { useUnsavedGuard } from "../../../lib/use-unsaved-guard.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { PageBody, PageHeader } from "../../../ui/layout.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { ErrorState } from "../../../ui/states.tsx";
import { TextArea, TextInput } from "../../../ui/text-input.tsx";
import { toast } from "../../../ui/toast.tsx";
import { ItemPicker, type PickableItem } from "../../items/index.ts";
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
  const [values, setValues] = useState(start);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const key = useRef(newIdempotencyKey());
  const form = useRef<HTMLFormElement>(null);
  const saved = useRef(false);
  const listings = useOwnListings();
  const save = useSaveSale();
  useUnsavedGuard(values !== start && !saved.current);

  useEffect(() => {
    if (Object.keys(problems).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);

  const set = (change: Partial<Values>) => setValues((current) => ({ ...current, ...change }));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    setFailure(null);
    const { times, ...rest } = values;
    const body = { ...rest, collection_windows: windowsOf(times, zone), collection_zone: zone };
    const found = problemsOf(body, sale);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    save.mutate(sale ? { kind: "change", id: sale.id, sale: body } : { kind: "create", sale: body, key: key.current }, {
      onSuccess: (stored) => {
        saved.current = true;
        toast({ title: sale ? "Sale saved" : "Sale started", description: stored.title });
        onSaved(stored);
      },
      onError: (error) => {
        const refused = error instanceof ApiError && error.status > 0 && error.status < 500;
        if (refused) key.current = newIdempotencyKey();
        const fields = error instanceof ApiError ? error.fields : {};
        setProblems(fields);
        if (Object.keys(fields).length === 0) setFailure(errorMessage(error));
      },
    });
  };

  return (
    <PageBody width="form">
      <PageHeader
        title={sale ? "Edit moving sale" : "New moving sale"}
        back={{ to: "/MovingSales", label: "Moving sales" }}
      />
      {listings.isError && !listings.data ? (
        <ErrorState title="Your items didn't load" error={listings.error} onRetry={() => void listings.refetch()} />
      ) : (
        <form ref={form} onSubmit={submit} noValidate className="grid gap-6">
          <Field label="Title" error={problems.title} required>
            <TextInput
              value={values.title}
              maxLength={SALE_TITLE_MAX}
              placeholder="Moving to Perth"
              onChange={(event) => set({ title: event.target.value })}
            />
          </Field>
          <Field
            label="About the sale"
            error={problems.description}
            hint="Anyone can read this. Don't include your address or phone number."
            optional
          >
            <TextArea
              rows={3}
              value={values.description}
              maxLength={SALE_TEXT_MAX}
              onChange={(event) => set({ description: event.target.value })}
            />
          </Field>
          {listings.isPending ? (
            <Skeleton className="h-64" />
          ) : (
            <ItemPicker
              legend="Items"
              multiple
              items={choices(listings.data ?? [], sale)}
              chosen={values.item_ids}
              onChange={(item_ids) => set({ item_ids })}
              error={problems.item_ids}
              more={listings}
            />
          )}
          {/* In a box of its own, because the windows span two columns of the listing form. */}
          <div>
            <Windows
              typed={values.times}
              onChange={(times) => set({ times })}
              limits={{ min: localTime(now, zone), max: localTime(now + COLLECTION_MAX_DAYS * DAY_MS, zone) }}
              error={problems.collection_windows ?? problems.collection_zone}
            />
          </div>
          <Notice kind="info" title="These times replace the pickup times of every item in the sale">
            <p>Orders you already have keep the time you agreed on. The sale ends by itself after the last time.</p>
          </Notice>
          {failure ? <Notice kind="error">{failure}</Notice> : null}
          <div className="flex flex-wrap gap-2.5">
            <Button type="submit" size="lg" loading={save.isPending}>
              {sale ? "Save sale" : "Start sale"}
            </Button>
            <Button variant="secondary" size="lg" disabled={save.isPending} onClick={onCancel}>
              Cancel
            </Button>
          </div>
        </form>
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
function problemsOf(body: Parameters<typeof SaveMovingSale.parse>[0] & object, sale: OwnMovingSale | null) {
  const found = fieldErrors(SaveMovingSale, body);
  const { collection_windows: windows } = body as { collection_windows: { from: number; until: number }[] };
  const unfinished = windows.some(({ from, until }) => Number.isNaN(from) || Number.isNaN(until));
  const times = unfinished
    ? "Fill in the day, start and end of each pickup time."
    : saleTimesProblem(windows, sale?.collection_windows ?? [], serverNow());
  const others = Object.entries(found).filter(([field]) => !field.startsWith("collection_windows"));
  return Object.fromEntries(times === null ? others : [...others, ["collection_windows", times]]);
}

/** Returns the selectable items: those for sale, and those the sale already has, even if sold. */
function choices(listed: readonly PickableItem[], sale: OwnMovingSale | null): PickableItem[] {
  const known = new Set(listed.map((item) => item.id));
  const older = (sale?.items ?? []).filter((item) => !known.has(item.id));
  return [
    ...listed.map(({ id, title, price, image }) => ({ id, title, price, image })),
    ...older.map(({ id, title, price, image }) => ({ id, title, price, image })),
  ];
}
