import type { AiSettingsReply } from "#contract/negotiation";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Field } from "../../ui/field.tsx";
import { PageBody, PageHeader, Section } from "../../ui/layout.tsx";
import { TextArea, TextInput } from "../../ui/text-input.tsx";
import { toast } from "../../ui/toast.tsx";
import { VersionList } from "../../ui/version-list.tsx";
import { SaveBar, useVersionedForm, VersionedEditor } from "../../ui/versioned-editor.tsx";
import { fetchSettings, saveSettings } from "./admin-api.ts";
import { PolicyFields } from "./policy-fields.tsx";
import { SettingsPreview } from "./settings-preview.tsx";
import { checkSettings, errorOf, type SettingsValues, valuesOf } from "./settings-values.ts";

const KEY = ["admin", "ai-settings"] as const;

/**
 * /AIPromptSettings, for admins: the wording of Knowzee's replies, and the bounded numbers of its negotiation rules.
 */
export default function AiSettingsScreen() {
  return (
    <PageBody width="form">
      <PageHeader
        title="AI Prompt Settings"
        description="How Knowzee sounds and how far it negotiates. It never goes below a seller's minimum price."
      />
      <VersionedEditor queryKey={KEY} load={fetchSettings} versionOf={(reply) => reply.current.version}>
        {(reply) => <Settings reply={reply} />}
      </VersionedEditor>
    </PageBody>
  );
}

function Settings({ reply: { current, versions, narrator_configured } }: { reply: AiSettingsReply }) {
  const check = (values: SettingsValues) => checkSettings(values, current.version);
  const form = useVersionedForm({
    queryKey: KEY,
    saved: valuesOf(current),
    check,
    save: saveSettings,
    onSaved: (saved) => toast({ title: "Settings saved", description: `Saved as version ${saved.current.version}.` }),
  });
  const { values, problems, change } = form;

  return (
    <>
      <form onSubmit={form.onSubmit} noValidate>
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
            <Field label="Greetings" optional error={errorOf(problems, "greetings")} hint="One per line, up to 5.">
              <TextArea
                rows={3}
                value={values.greetings}
                onChange={(event) => change({ greetings: event.target.value })}
              />
            </Field>
            <Field label="Closings" optional error={errorOf(problems, "closings")} hint="One per line, up to 5.">
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
        <SaveBar form={form} label="Save settings" errorTitle="Error saving settings. Please try again." />
      </form>
      <Section title="Preview" description="A sample listing using the settings above. Nothing is saved.">
        <SettingsPreview check={() => check(values)} onInvalid={form.showProblems} />
      </Section>
      <Section title="Versions" description="Every save is kept. Restoring one saves it as a new version.">
        <VersionList versions={versions} current={current.version} onUse={(version) => change(valuesOf(version))} />
      </Section>
    </>
  );
}
