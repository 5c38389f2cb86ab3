import type { AiSettingsReply } from "#contract/negotiation";
import { Field } from "../../ui/field.tsx";
import { PageBody, PageHeader, Section } from "../../ui/layout.tsx";
import { TextArea } from "../../ui/text-input.tsx";
import { toast } from "../../ui/toast.tsx";
import { VersionList } from "../../ui/version-list.tsx";
import { SaveBar, useVersionedForm, VersionedEditor } from "../../ui/versioned-editor.tsx";
import { fetchSettings, saveSettings } from "./admin-api.ts";
import { PolicyFields } from "./policy-fields.tsx";
import { SettingsPreview } from "./settings-preview.tsx";
import { checkSettings, errorOf, type SettingsValues, valuesOf } from "./settings-values.ts";

const KEY = ["admin", "ai-settings"] as const;

/**
 * /AIPromptSettings, for admins: Knowzee's greetings and closings, and the bounded numbers of its negotiation rules.
 */
export default function AiSettingsScreen() {
  return (
    <PageBody width="form">
      <PageHeader
        title="AI Prompt Settings"
        description="How Knowzee greets buyers and how far it negotiates. It follows fixed rules, without a language model, and never goes below a seller's minimum price."
      />
      <VersionedEditor queryKey={KEY} load={fetchSettings} versionOf={(reply) => reply.current.version}>
        {(reply) => <Settings reply={reply} />}
      </VersionedEditor>
    </PageBody>
  );
}

function Settings({ reply: { current, versions } }: { reply: AiSettingsReply }) {
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
          <div className="grid items-start gap-5 sm:grid-cols-2">
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
