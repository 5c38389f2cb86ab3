import { useState } from "react";
import { Link } from "react-router-dom";
import { CONTACT_TOPICS, ContactMessage, type ContactTopic } from "#contract/community/support";
import { MESSAGES } from "#contract/copy";
import { api, unwrap, withIdempotencyKey } from "../../lib/api-client.ts";
import { useSession } from "../../lib/session.ts";
import { useUnsavedGuard } from "../../lib/use-unsaved-guard.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { PageBody, PageHeader, Panel } from "../../ui/layout.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Select } from "../../ui/select.tsx";
import { TextArea, TextInput } from "../../ui/text-input.tsx";
import { useSupportForm } from "../../ui/use-support-form.ts";
import * as words from "./words.ts";

const TOPICS: Record<ContactTopic, string> = {
  account: words.myAccountOrSigningIn,
  buying: words.somethingImBuying,
  selling: words.somethingImSelling,
  safety: words.aPersonOrListing,
  privacy: words.myPersonalInformation,
  idea: words.anIdeaOrACompliment,
  other: words.somethingElse,
};

/** /Contact: message to support, with or without a session. */
export default function ContactScreen() {
  const { ready, user, profile, supportEmail } = useSession();
  // Waits for the session, because the form starts with the account's address.
  if (!ready) return <ContactForm key="visitor" email="" name="" supportEmail={supportEmail} />;
  return (
    <ContactForm
      key={user?.id ?? "visitor"}
      email={user?.email ?? ""}
      name={profile?.full_name ?? ""}
      supportEmail={supportEmail}
    />
  );
}

function ContactForm({ email, name, supportEmail }: { email: string; name: string; supportEmail: string | null }) {
  const [values, setValues] = useState({ topic: "", name, email, message: "" });
  const [sent, setSent] = useState(false);
  useUnsavedGuard(values.message.trim() !== "");
  const { form, submit, busy, problems, failure } = useSupportForm({
    schema: ContactMessage,
    // The schema checks the topic before the form is sent, so the cast is safe.
    body: { ...values, topic: values.topic as ContactTopic },
    send: (json, key) => unwrap(api.api.contact.$post({ json }, withIdempotencyKey(key))),
    onSent: () => {
      setValues((before) => ({ ...before, topic: "", message: "" }));
      setSent(true);
    },
  });
  const set = (field: keyof typeof values, value: string) => setValues((before) => ({ ...before, [field]: value }));

  return (
    <PageBody width="form">
      <PageHeader title={words.contactUs} description={words.description} />
      {sent ? (
        <Notice kind="success" className="mb-5">
          {`${MESSAGES.supportDone}. ${MESSAGES.supportDoneDetail}`}
        </Notice>
      ) : null}
      <form ref={form} onSubmit={submit} noValidate className="grid gap-5">
        <Field label={words.whatIsItAbout} error={problems.topic} required>
          <Select
            value={values.topic}
            onChange={(event) => set("topic", event.target.value)}
            placeholder={words.chooseATopic}
            options={CONTACT_TOPICS.map((value) => ({ value, label: TOPICS[value] }))}
          />
        </Field>
        {values.topic === "buying" || values.topic === "selling" ? (
          <Panel tone="brand">
            <p>
              {words.aboutAnOrder.before}{" "}
              <Link to="/MyOrders" className="font-semibold text-brand-ink underline underline-offset-4">
                {words.aboutAnOrder.link}
              </Link>{" "}
              {words.aboutAnOrder.after}
            </p>
          </Panel>
        ) : null}
        <Field label={words.yourMessage} error={problems.message} required>
          <TextArea
            rows={7}
            maxLength={4_000}
            value={values.message}
            onChange={(event) => set("message", event.target.value)}
          />
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={words.yourName} error={problems.name} optional>
            <TextInput
              autoComplete="name"
              maxLength={80}
              value={values.name}
              onChange={(event) => set("name", event.target.value)}
            />
          </Field>
          <Field label={words.yourEMail} hint={words.yourEMailHint} error={problems.email} required>
            <TextInput
              type="email"
              autoComplete="email"
              inputMode="email"
              value={values.email}
              onChange={(event) => set("email", event.target.value)}
            />
          </Field>
        </div>
        {failure ? <Notice kind="error">{failure}</Notice> : null}
        <div>
          <Button type="submit" size="lg" loading={busy}>
            {words.sendMessage}
          </Button>
        </div>
      </form>
      {supportEmail ? (
        <p className="mt-6 text-muted">
          {words.writeTo.before}{" "}
          <a href={`mailto:${supportEmail}`} className="font-semibold text-brand-ink underline underline-offset-4">
            {supportEmail}
          </a>
          {words.writeTo.after}
        </p>
      ) : null}
    </PageBody>
  );
}
