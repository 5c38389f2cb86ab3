import type { SiteSettingsInput, SiteSettingsReply } from "#contract/site/settings";
import { OPERATOR_FIELDS } from "#domain/site/operator";
import { SITE_NAME_MAX, SITE_NUMBERS } from "#domain/site/site-settings";
import { api, unwrap } from "../../../lib/api-client.ts";
import { useDocumentTitle } from "../../../lib/document-title.ts";
import { useRefreshSession, useSession } from "../../../lib/session.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Field } from "../../../ui/field.tsx";
import { PageBody, PageHeader, Section } from "../../../ui/layout.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { toast } from "../../../ui/toast.tsx";
import { VersionList } from "../../../ui/version-list.tsx";
import { SaveBar, useVersionedForm, VersionedEditor } from "../../../ui/versioned-editor.tsx";
import { CardFees } from "./card-fees.tsx";
import { DEADLINES, LIMITS, OPERATOR_INPUTS, OPERATOR_NUMBERS, RATES, SWITCHES } from "./site-fields.ts";
import { checkValues, type SiteValues, valuesOf } from "./site-values.ts";

const KEY = ["admin", "site-settings"] as const;
const settings = api.api.admin["site-settings"];

/** /Settings?part=site, for admins (D10): deadlines, limits, feature switches, name and support address of the site. */
export default function SiteSettingsScreen() {
  useDocumentTitle("Site settings");
  return (
    <PageBody width="form">
      <PageHeader
        title="Site settings"
        description="Changes apply to new holds, orders and offers only."
        back={{ to: "/Settings", label: "Account settings" }}
      />
      <VersionedEditor
        queryKey={KEY}
        load={(signal) => unwrap(settings.$get({}, { init: { signal } }))}
        versionOf={(reply) => reply.current.version}
      >
        {(reply) => <Settings reply={reply} />}
      </VersionedEditor>
    </PageBody>
  );
}

function Settings({ reply: { current, versions, deployed_support_email, fees } }: { reply: SiteSettingsReply }) {
  const refresh = useRefreshSession();
  const { profile } = useSession();
  const form = useVersionedForm({
    queryKey: KEY,
    saved: valuesOf(current),
    check: (values) => checkValues(values, current.version),
    save: (body: SiteSettingsInput) => unwrap(settings.$put({ json: body })),
    onSaved: (saved) => {
      // Applies switched features in this window at once; other users get them when their session reloads.
      void refresh();
      toast({ title: "Settings saved", description: `Saved as version ${saved.current.version}.` });
    },
  });
  const { values, problems, change } = form;

  return (
    <>
      <form onSubmit={form.onSubmit} noValidate>
        <Section title="The site">
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <Field
              label="Site name"
              required
              error={problems.site_name}
              hint="Shown in the top bar, browser title and link previews after a reload."
            >
              <TextInput
                maxLength={SITE_NAME_MAX}
                autoComplete="off"
                value={values.site_name}
                onChange={(event) => change({ site_name: event.target.value })}
              />
            </Field>
            <Field
              label="Support email"
              optional
              error={problems.support_email}
              hint={
                deployed_support_email === ""
                  ? "Leave blank to disable."
                  : `Leave blank to use ${deployed_support_email}.`
              }
            >
              <TextInput
                type="email"
                maxLength={200}
                autoComplete="off"
                value={values.support_email}
                onChange={(event) => change({ support_email: event.target.value })}
              />
            </Field>
          </div>
        </Section>
        <Section
          title="Operator"
          description="Who runs the site. Fill it in before you open: it's shown in the footer, policies, emails and receipts."
        >
          <div className="grid items-start gap-5 sm:grid-cols-2">
            {OPERATOR_INPUTS.map(({ name, label, hint, type, options }) => {
              const value = values.operator[name];
              const set = (typed: string) => change({ operator: { ...values.operator, [name]: typed } });
              return (
                <Field key={name} label={label} optional error={problems[`operator.${name}`]} hint={hint}>
                  {options ? (
                    <Select
                      placeholder="Not set"
                      options={options}
                      value={value}
                      onChange={(event) => set(event.target.value)}
                    />
                  ) : (
                    <TextInput
                      type={type}
                      inputMode={name === "abn" ? "numeric" : undefined}
                      maxLength={OPERATOR_FIELDS[name]}
                      autoComplete="off"
                      value={value}
                      onChange={(event) => set(event.target.value)}
                    />
                  )}
                </Field>
              );
            })}
          </div>
          <div className="mt-5">
            <Numbers of={OPERATOR_NUMBERS} values={values} problems={problems} onChange={change} />
          </div>
        </Section>
        <Section title="Deadlines" description="The Terms of Service follow them.">
          <Numbers of={DEADLINES} values={values} problems={problems} onChange={change} />
        </Section>
        <Section title="Limits">
          <Numbers of={LIMITS} values={values} problems={problems} onChange={change} />
        </Section>
        <CardFees
          rate={values.numbers.platform_fee_bp}
          error={problems["numbers.platform_fee_bp"]}
          canEdit={profile?.role === "super_admin"}
          fees={fees}
          onChange={(rate) => change({ numbers: { ...values.numbers, platform_fee_bp: rate } })}
        />
        <Section
          title="Invoices"
          description="Sellers get a monthly statement. With your ABN and a GST rate it is a tax invoice for platform fees and ad credit."
        >
          <div className="grid items-start gap-5 sm:grid-cols-2">
            {RATES.map(({ name, label, hint }) => (
              <Field key={name} label={label} required error={problems[`numbers.${name}`]} hint={hint}>
                <TextInput
                  inputMode="decimal"
                  autoComplete="off"
                  className="tabular-nums"
                  value={values.numbers[name]}
                  onChange={(event) => change({ numbers: { ...values.numbers, [name]: event.target.value } })}
                />
              </Field>
            ))}
          </div>
        </Section>
        <Section title="Features" description="Features you switch off are hidden and blocked.">
          <div className="grid gap-x-6 sm:grid-cols-2">
            {SWITCHES.map(({ name, label, hint }) => (
              <Checkbox
                key={name}
                checked={values.features[name]}
                hint={hint}
                onChange={(event) => change({ features: { ...values.features, [name]: event.target.checked } })}
              >
                <span className="font-semibold">{label}</span>
              </Checkbox>
            ))}
          </div>
        </Section>
        <SaveBar form={form} label="Save settings" errorTitle="Error saving settings. Please try again." />
      </form>
      <Section title="Versions" description="Every save is kept. Restoring one saves it as a new version.">
        <VersionList versions={versions} current={current.version} onUse={(version) => change(valuesOf(version))} />
      </Section>
    </>
  );
}

interface NumbersProps {
  of: typeof DEADLINES;
  values: SiteValues;
  problems: Record<string, string>;
  onChange: (part: Partial<SiteValues>) => void;
}

function Numbers({ of, values, problems, onChange }: NumbersProps) {
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      {of.map(({ name, label, hint }) => {
        const { unit, min, max, start } = SITE_NUMBERS[name];
        return (
          <Field
            key={name}
            label={unit === "count" ? label : `${label} (${unit})`}
            required
            error={problems[`numbers.${name}`]}
            hint={`${hint} ${min} to ${max.toLocaleString("en-AU")}, default ${start}.`}
          >
            <TextInput
              inputMode="numeric"
              autoComplete="off"
              className="tabular-nums"
              value={values.numbers[name]}
              onChange={(event) => onChange({ numbers: { ...values.numbers, [name]: event.target.value } })}
            />
          </Field>
        );
      })}
    </div>
  );
}
