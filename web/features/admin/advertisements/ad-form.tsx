import { useState } from "react";
import {
  AD_DESCRIPTION_MAX,
  AD_PRIORITY_MAX,
  AD_TITLE_MAX,
  type Advertisement,
  ChangeAdvertisement,
  NewAdvertisement,
} from "#contract/ads";
import type { Photo } from "#contract/items";
import { PROMOTED_PRIORITY } from "#domain/selling/promotions";
import { fieldErrors } from "../../../lib/field-errors.ts";
import { useApiForm } from "../../../lib/use-api-form.ts";
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
import { bodyOf, valuesOf } from "./ad-values.ts";
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
  const [first] = useState(() => ({
    ...valuesOf(ad ?? (start && { ...start, start_date: null, end_date: null, active: true })),
    /** Undefined: unchanged. Null: removed. */
    picture: undefined as Photo | null | undefined,
  }));
  const [uploading, setUploading] = useState(false);
  const form = useApiForm({
    start: first,
    check: (values) => {
      const body = bodyOf(values);
      const image_id = values.picture?.id ?? null;
      const place = { ...body, image_id };
      const change = { ...body, ...(values.picture !== undefined && { image_id }), version: ad?.version ?? 0 };
      const problems = ad ? fieldErrors(ChangeAdvertisement, change) : fieldErrors(NewAdvertisement, place);
      if (body.start_date && body.end_date && body.end_date < body.start_date) {
        problems.end_date ??= "The last day can't be before the first.";
      }
      return Object.keys(problems).length > 0 ? { ok: false, problems } : { ok: true, body: { place, change } };
    },
    send: ({ place, change }, key) =>
      command.mutateAsync(ad ? { kind: "change", id: ad.id, change } : { kind: "place", ad: place, key }),
    names: { image_id: "picture" },
    onSent: onSaved,
  });
  const { values } = form;
  const { picture } = values;
  useUnsavedGuard(form.dirty);
  const imageUrl = picture === undefined ? (ad?.image_url ?? null) : (picture?.url_800 ?? null);

  return (
    <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,460px)]">
      <form {...form.form} className="grid content-start gap-5">
        <Field label="Title" error={form.problem("title")} required>
          <TextInput maxLength={AD_TITLE_MAX} autoComplete="off" {...form.input("title")} />
        </Field>
        <Field label="Description" error={form.problem("description")} optional hint="Cards show 2 lines.">
          <TextArea rows={3} maxLength={AD_DESCRIPTION_MAX} {...form.input("description")} />
        </Field>
        <AdPicture
          has={imageUrl !== null}
          error={form.problem("picture")}
          onBusy={setUploading}
          onChange={(photo) => form.change({ picture: photo })}
        />
        <Field
          label="Link"
          error={form.problem("link_url")}
          optional
          hint="A web address starting with https://, or a Goodstreet page such as /Store."
        >
          <TextInput
            inputMode="url"
            maxLength={500}
            autoComplete="off"
            spellCheck={false}
            {...form.input("link_url")}
          />
        </Field>
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <Field label="Placement" error={form.problem("placement")} required>
            <Select options={PLACEMENTS} {...form.input("placement")} />
          </Field>
          <Field
            label="Priority"
            error={form.problem("priority")}
            required
            hint={`The highest number is shown. Sellers' promotions have ${PROMOTED_PRIORITY}.`}
          >
            <TextInput type="number" inputMode="numeric" min={0} max={AD_PRIORITY_MAX} {...form.input("priority")} />
          </Field>
          <Field
            label="First day"
            error={form.problem("start_date")}
            optional
            hint="Sydney time. Leave blank to start now."
          >
            <TextInput type="date" {...form.input("start_date")} />
          </Field>
          <Field
            label="Last day"
            error={form.problem("end_date")}
            optional
            hint="Runs to the end of the day. Leave blank for no end date."
          >
            <TextInput type="date" {...form.input("end_date")} />
          </Field>
        </div>
        {ad ? null : (
          <Checkbox checked={values.active} onChange={(event) => form.change({ active: event.target.checked })}>
            Switched on
          </Checkbox>
        )}
        <SaveError
          error={form.failure === null ? null : form.error}
          title="We couldn't save the advertisement"
          staleTitle="Someone else has changed it"
          onNewest={reload}
        />
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            size="lg"
            loading={form.busy}
            disabled={uploading || (ad !== null && !form.dirty)}
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
