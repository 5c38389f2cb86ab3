import { type FormEvent, useEffect, useRef, useState } from "react";
import {
  AD_DESCRIPTION_MAX,
  AD_PRIORITY_MAX,
  AD_TITLE_MAX,
  type Advertisement,
  ChangeAdvertisement,
  NewAdvertisement,
} from "#contract/ads";
import type { Photo } from "#contract/items";
import type { AdPlacement } from "#domain/ads/ads";
import { PROMOTED_PRIORITY } from "#domain/selling/promotions";
import { ApiError, newIdempotencyKey } from "../../../lib/api-client.ts";
import { fieldErrors } from "../../../lib/field-errors.ts";
import { useUnsavedGuard } from "../../../lib/use-unsaved-guard.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Field } from "../../../ui/field.tsx";
import { SaveError } from "../../../ui/save-error.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextArea, TextInput } from "../../../ui/text-input.tsx";
import { PLACEMENT_LABELS, PLACEMENT_ORDER } from "../../ads/index.ts";
import { AdPicture } from "./ad-picture.tsx";
import { AdPreview } from "./ad-preview.tsx";
import { type AdValues, bodyOf, valuesOf } from "./ad-values.ts";
import { useAdCommand, useReloadAds } from "./api.ts";

const PLACEMENTS = PLACEMENT_ORDER.map((value) => ({ value, label: PLACEMENT_LABELS[value].label }));

interface AdFormProps {
  ad: Advertisement | null;
  /** Values to copy into a new ad. */
  start?: Advertisement | null;
  onSaved: (ad: Advertisement) => void;
}

/** Form of an ad: content, placement and dates, with a live preview. */
export function AdForm({ ad, start = null, onSaved }: AdFormProps) {
  const command = useAdCommand();
  const reload = useReloadAds();
  const [first] = useState(() =>
    valuesOf(ad ?? (start && { ...start, start_date: null, end_date: null, active: true })),
  );
  const [values, setValues] = useState(first);
  /** Undefined: unchanged. Null: removed. */
  const [picture, setPicture] = useState<Photo | null>();
  const [uploading, setUploading] = useState(false);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [done, setDone] = useState(false);
  const key = useRef(newIdempotencyKey());
  const form = useRef<HTMLFormElement>(null);
  const dirty = picture !== undefined || JSON.stringify(values) !== JSON.stringify(first);
  useUnsavedGuard(dirty && !done);
  useEffect(() => {
    if (Object.keys(problems).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);

  const set = <Name extends keyof AdValues>(name: Name, value: AdValues[Name]) => {
    setValues((before) => ({ ...before, [name]: value }));
    setProblems({});
  };
  const imageUrl = picture === undefined ? (ad?.image_url ?? null) : (picture?.url_800 ?? null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (command.isPending || uploading) return;
    const body = bodyOf(values);
    const change = {
      ...body,
      ...(picture !== undefined && { image_id: picture?.id ?? null }),
      version: ad?.version ?? 0,
    };
    const place = { ...body, image_id: picture?.id ?? null };
    const found = ad ? fieldErrors(ChangeAdvertisement, change) : fieldErrors(NewAdvertisement, place);
    if (body.start_date && body.end_date && body.end_date < body.start_date) {
      found.end_date ??= "The last day can't be before the first.";
    }
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    command.mutate(ad ? { kind: "change", id: ad.id, change } : { kind: "place", ad: place, key: key.current }, {
      onSuccess: (saved) => {
        setDone(true);
        onSaved(saved);
      },
      onError: (error) => {
        // The corrected ad is another request, so it gets a new key.
        key.current = newIdempotencyKey();
        if (error instanceof ApiError) setProblems(error.fields);
      },
    });
  };

  return (
    <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,460px)]">
      <form ref={form} onSubmit={submit} noValidate className="grid content-start gap-5">
        <Field label="Title" error={problems.title} required>
          <TextInput
            value={values.title}
            maxLength={AD_TITLE_MAX}
            autoComplete="off"
            onChange={(event) => set("title", event.target.value)}
          />
        </Field>
        <Field label="Description" error={problems.description} optional hint="Cards show 2 lines.">
          <TextArea
            rows={3}
            value={values.description}
            maxLength={AD_DESCRIPTION_MAX}
            onChange={(event) => set("description", event.target.value)}
          />
        </Field>
        <AdPicture has={imageUrl !== null} error={problems.image_id} onBusy={setUploading} onChange={setPicture} />
        <Field
          label="Link"
          error={problems.link_url}
          optional
          hint="A web address starting with https://, or a Goodstreet page such as /Store."
        >
          <TextInput
            inputMode="url"
            value={values.link_url}
            maxLength={500}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => set("link_url", event.target.value)}
          />
        </Field>
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <Field label="Placement" error={problems.placement} required>
            <Select
              options={PLACEMENTS}
              value={values.placement}
              onChange={(event) => set("placement", event.target.value as AdPlacement)}
            />
          </Field>
          <Field
            label="Priority"
            error={problems.priority}
            required
            hint={`The highest number is shown. Sellers' promotions have ${PROMOTED_PRIORITY}.`}
          >
            <TextInput
              type="number"
              inputMode="numeric"
              min={0}
              max={AD_PRIORITY_MAX}
              value={values.priority}
              onChange={(event) => set("priority", event.target.value)}
            />
          </Field>
          <Field label="First day" error={problems.start_date} optional hint="Sydney time. Leave blank to start now.">
            <TextInput
              type="date"
              value={values.start_date}
              onChange={(event) => set("start_date", event.target.value)}
            />
          </Field>
          <Field
            label="Last day"
            error={problems.end_date}
            optional
            hint="Runs to the end of the day. Leave blank for no end date."
          >
            <TextInput type="date" value={values.end_date} onChange={(event) => set("end_date", event.target.value)} />
          </Field>
        </div>
        {ad ? null : (
          <Checkbox checked={values.active} onChange={(event) => set("active", event.target.checked)}>
            Switched on
          </Checkbox>
        )}
        <SaveError
          error={Object.keys(problems).length === 0 ? command.error : null}
          title="We couldn't save the advertisement"
          staleTitle="Someone else has changed it"
          onNewest={reload}
        />
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            size="lg"
            loading={command.isPending}
            disabled={uploading || (ad !== null && !dirty)}
            className="max-sm:w-full"
          >
            {ad ? "Save changes" : "Create advertisement"}
          </Button>
        </div>
      </form>
      <div>
        <div className="lg:sticky lg:top-20">
          <h2 className="mb-3.5 text-xl font-bold">Preview</h2>
          <AdPreview values={values} imageUrl={imageUrl} />
          <p className="mt-2 text-sm text-muted">{PLACEMENT_LABELS[values.placement].where}.</p>
        </div>
      </div>
    </div>
  );
}
