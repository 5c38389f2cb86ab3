import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { AiSettingsReply } from "#contract/negotiation";
import { ApiError } from "../../lib/api-client.ts";
import { useUnsavedGuard } from "../../lib/use-unsaved-guard.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Field } from "../../ui/field.tsx";
import { PageBody, PageHeader, Section } from "../../ui/layout.tsx";
import { SaveError } from "../../ui/save-error.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { TextArea, TextInput } from "../../ui/text-input.tsx";
import { toast } from "../../ui/toast.tsx";
import { VersionList } from "../../ui/version-list.tsx";
import { fetchSettings, saveSettings } from "./admin-api.ts";
import { PolicyFields } from "./policy-fields.tsx";
import { SettingsPreview } from "./settings-preview.tsx";
import { checkSettings, errorOf, type SettingsValues, valuesOf } from "./settings-values.ts";

const KEY = ["admin", "ai-settings"] as const;
const CHECK = "Fix the highlighted fields and try again.";

/**
 * /AIPromptSettings, for admins: the wording of Knowzee's replies, and the bounded numbers of its negotiation rules.
 */
export default function AiSettingsScreen() {
  const settings = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => fetchSettings(signal),
    // Another admin's save must not replace the values being edited; saving detects a conflict.
    refetchOnWindowFocus: false,
  });
  return (
    <PageBody width="form">
      <PageHeader
        title="AI Prompt Settings"
        description="How Knowzee sounds and how far it negotiates. It never goes below a seller's minimum price."
      />
      {settings.data ? (
        <Settings key={settings.data.current.version} reply={settings.data} />
      ) : settings.isError ? (
        <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />
      ) : (
        <div role="status" className="grid gap-3">
          <span className="sr-only">Loading…</span>
          <Skeleton className="h-16" />
          <Skeleton className="h-40" />
        </div>
      )}
    </PageBody>
  );
}

function Settings({ reply: { current, versions, narrator_configured } }: { reply: AiSettingsReply }) {
  const client = useQueryClient();
  const [values, setValues] = useState(() => valuesOf(current));
  const [problems, setProblems] = useState<Record<string, string>>({});
  const dirty = JSON.stringify(values) !== JSON.stringify(valuesOf(current));
  const change = (part: Partial<SettingsValues>) => {
    setValues((before) => ({ ...before, ...part }));
    setProblems({});
  };
  const saving = useMutation({
    mutationFn: saveSettings,
    onSuccess: (saved) => {
      client.setQueryData(KEY, saved);
      toast({ title: "Settings saved", description: `Saved as version ${saved.current.version}.` });
    },
    onError: (error) => {
      if (error instanceof ApiError) setProblems(error.fields);
    },
  });
  useUnsavedGuard(dirty && !saving.isPending);

  const check = () => checkSettings(values, current.version);
  const showProblems = () => {
    const checked = check();
    if (checked.ok) return;
    setProblems(checked.problems);
    toast({ title: "Not saved", description: CHECK, variant: "destructive" });
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    const checked = check();
    if (checked.ok) saving.mutate(checked.body);
    else showProblems();
  };

  return (
    <>
      <form onSubmit={save} noValidate>
        <Section title="Wording">
          <Checkbox
            checked={values.narrator_enabled}
            onChange={(event) => change({ narrator_enabled: event.target.checked })}
            hint={
              narrator_configured
                ? "It only words the replies and never decides prices. Off: we use standard phrases."
                : "No model is connected, so we use standard phrases either way."
            }
          >
            <span className="font-semibold">Use a language model to word replies</span>
          </Checkbox>
          <div className="mt-4 grid items-start gap-5 sm:grid-cols-2">
            <Field
              label="Model"
              optional
              error={problems.model}
              hint="The provider's model name. Leave blank to use the configured one."
            >
              <TextInput
                maxLength={100}
                autoComplete="off"
                value={values.model}
                onChange={(event) => change({ model: event.target.value })}
              />
            </Field>
            <Field label="Temperature" required error={problems.temperature} hint="0 is consistent, 1 is varied.">
              <TextInput
                inputMode="decimal"
                autoComplete="off"
                className="tabular-nums"
                value={values.temperature}
                onChange={(event) => change({ temperature: event.target.value })}
              />
            </Field>
            <Field
              label="Style"
              optional
              error={problems.style}
              hint="How the model should sound. It ignores numbers here."
              className="sm:col-span-2"
            >
              <TextArea
                rows={3}
                maxLength={1_000}
                value={values.style}
                onChange={(event) => change({ style: event.target.value })}
              />
            </Field>
            <Field label="Greetings" optional error={errorOf(problems, "greetings")} hint="One per line, up to five.">
              <TextArea
                rows={3}
                value={values.greetings}
                onChange={(event) => change({ greetings: event.target.value })}
              />
            </Field>
            <Field label="Closings" optional error={errorOf(problems, "closings")} hint="One per line, up to five.">
              <TextArea
                rows={3}
                value={values.closings}
                onChange={(event) => change({ closings: event.target.value })}
              />
            </Field>
          </div>
        </Section>
        <Section
          title="Negotiation limits"
          description="Whole percentages. Sellers choose their own approach in their settings."
        >
          <PolicyFields values={values} problems={problems} onChange={change} />
        </Section>
        <div className="mt-8 grid gap-4">
          <SaveError
            error={saving.error}
            title="Error saving settings. Please try again."
            onNewest={() => void client.invalidateQueries({ queryKey: KEY })}
          />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" size="lg" loading={saving.isPending} disabled={!dirty} className="max-sm:w-full">
              Save settings
            </Button>
            {dirty ? (
              <Button variant="ghost" size="lg" onClick={() => change(valuesOf(current))} className="max-sm:w-full">
                Undo changes
              </Button>
            ) : null}
          </div>
        </div>
      </form>
      <Section title="Preview" description="A sample listing using the settings above. Nothing is saved.">
        <SettingsPreview check={check} onInvalid={showProblems} />
      </Section>
      <Section title="Versions" description="Every save is kept. Restoring one saves it as a new version.">
        <VersionList versions={versions} current={current.version} onUse={(version) => change(valuesOf(version))} />
      </Section>
    </>
  );
}
