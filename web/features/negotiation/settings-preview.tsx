import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { AiSettingsInput } from "#contract/negotiation";
import { typedCents } from "#domain/readers/amount";
import { errorMessage } from "../../lib/api-client.ts";
import type { Checked } from "../../lib/field-errors.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { MoneyInput } from "../../ui/money-input.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Select } from "../../ui/select.tsx";
import { TextArea } from "../../ui/text-input.tsx";
import { previewSettings } from "./admin-api.ts";
import { NegotiationLog } from "./negotiation-log.tsx";
import { TONES, type ToneKey } from "./settings-values.ts";

const TONE_OPTIONS = [
  { value: "soft", label: "Easy-going" },
  { value: "normal", label: "Fair" },
  { value: "tough", label: "Firm" },
];

/** Runs a sample negotiation with the typed settings, saved or not. */
export function SettingsPreview({
  check,
  onInvalid,
}: {
  check: () => Checked<AiSettingsInput>;
  onInvalid: () => void;
}) {
  const [list, setList] = useState("200");
  const [minimum, setMinimum] = useState("150");
  const [tone, setTone] = useState<ToneKey>("normal");
  const [script, setScript] = useState("Would you take $120?\nHow about 150?\nI can do 160, no more");
  const preview = useMutation({ mutationFn: previewSettings });

  const run = () => {
    const checked = check();
    if (!checked.ok) {
      onInvalid();
      return;
    }
    const { version: _, ...settings } = checked.body;
    const messages = script
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean)
      .slice(0, 6);
    preview.mutate({
      settings,
      list_price: (typedCents(list) ?? 0) / 100,
      minimum_price: (typedCents(minimum) ?? 0) / 100,
      tone,
      messages,
    });
  };

  return (
    <div className="grid gap-5">
      <div className="grid items-start gap-5 sm:grid-cols-3">
        <Field label="Price">
          <MoneyInput value={list} onChange={(event) => setList(event.target.value)} />
        </Field>
        <Field label="Minimum price">
          <MoneyInput value={minimum} onChange={(event) => setMinimum(event.target.value)} />
        </Field>
        <Field label="Approach">
          <Select
            value={tone}
            onChange={(event) => setTone(TONES.find((known) => known === event.target.value) ?? "normal")}
            options={TONE_OPTIONS}
          />
        </Field>
      </div>
      <Field label="Buyer's messages" hint="One message per line, up to 6.">
        <TextArea rows={3} value={script} onChange={(event) => setScript(event.target.value)} />
      </Field>
      <div>
        <Button variant="secondary" loading={preview.isPending} onClick={run}>
          Try it
        </Button>
      </div>
      {preview.isError ? (
        <Notice kind="error" title="We couldn't run the preview">
          {errorMessage(preview.error)}
        </Notice>
      ) : null}
      {preview.data ? (
        <div className="rounded-lg border border-line p-4">
          <NegotiationLog
            messages={preview.data.messages}
            pending={null}
            problem={null}
            title="an example"
            className="max-h-80"
          />
        </div>
      ) : null}
    </div>
  );
}
