import { useState } from "react";
import { Link } from "react-router-dom";
import { CONTACT_TOPICS, ContactMessage, type ContactTopic } from "#contract/community/support";
import { answerPromise, MESSAGES } from "#contract/copy";
import { api, unwrap, withIdempotencyKey } from "../../../lib/api-client.ts";
import { checked } from "../../../lib/field-errors.ts";
import { useSession } from "../../../lib/session.ts";
import { useApiForm } from "../../../lib/use-api-form.ts";
import { useUnsavedGuard } from "../../../lib/use-unsaved-guard.ts";
import { Button } from "../../../ui/button.tsx";
import { EmailInput } from "../../../ui/email-input.tsx";
import { Field } from "../../../ui/field.tsx";
import { PageBody, PageHeader, Panel } from "../../../ui/layout.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextArea, TextInput } from "../../../ui/text-input.tsx";
import { toast } from "../../../ui/toast.tsx";
import { supportFailure } from "./support-failure.ts";

const TOPICS: Record<ContactTopic, string> = {
  account: "My account or signing in",
  buying: "Something I'm buying",
  selling: "Something I'm selling",
  safety: "A person or listing that worries me",
  privacy: "My personal information",
  idea: "An idea or a compliment",
  other: "Something else",
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
  const [sent, setSent] = useState(false);
  const { operator, responseTime } = useSession();
  const promise = answerPromise(responseTime);
  const form = useApiForm({
    start: { topic: "", name, email, message: "" },
    // The schema checks the topic before the form is sent, so the cast is safe.
    check: (values) => checked(ContactMessage, { ...values, topic: values.topic as ContactTopic }),
    send: (json, key) => unwrap(api.api.contact.$post({ json }, withIdempotencyKey(key))),
    failure: supportFailure,
    onSent: (_, typed) => {
      form.reset({ ...typed, topic: "", message: "" });
      setSent(true);
      toast({ title: MESSAGES.supportDone, description: promise });
    },
  });
  const { values } = form;
  useUnsavedGuard(values.message.trim() !== "");

  return (
    <PageBody width="form">
      <PageHeader
        title="Contact Us"
        description={`Got a question, problem or idea? A real person will read it. ${promise}`}
      />
      {sent ? (
        <Notice kind="success" className="mb-5">
          {MESSAGES.supportDone}. {promise}
        </Notice>
      ) : null}
      <form {...form.form} className="grid gap-5">
        <Field label="What is it about?" error={form.problem("topic")} required>
          <Select
            {...form.input("topic")}
            placeholder="Choose a topic"
            options={CONTACT_TOPICS.map((value) => ({ value, label: TOPICS[value] }))}
          />
        </Field>
        {values.topic === "buying" || values.topic === "selling" ? (
          <Panel tone="brand">
            <p>
              Is it about an order? Open it in{" "}
              <Link to="/MyOrders" className="font-semibold text-brand-ink underline underline-offset-4">
                My Orders
              </Link>{" "}
              and choose Contact Support there, so we know which one you mean.
            </p>
          </Panel>
        ) : null}
        <Field label="Your message" error={form.problem("message")} required>
          <TextArea rows={7} maxLength={4_000} {...form.input("message")} />
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Your name" error={form.problem("name")} optional>
            <TextInput autoComplete="name" maxLength={80} {...form.input("name")} />
          </Field>
          <Field label="Your email" hint="We'll reply to this address." error={form.problem("email")} required>
            <EmailInput {...form.input("email")} />
          </Field>
        </div>
        {form.failure ? <Notice kind="error">{form.failure}</Notice> : null}
        <div>
          <Button type="submit" size="lg" loading={form.busy}>
            Send message
          </Button>
        </div>
      </form>
      {supportEmail ? (
        <p className="mt-6 text-muted">
          You can also email{" "}
          <a href={`mailto:${supportEmail}`} className="font-semibold text-brand-ink underline underline-offset-4">
            {supportEmail}
          </a>
          . In an emergency, or if someone is in danger, call Triple Zero (000).
        </p>
      ) : null}
      {operator === "" ? null : <p className="mt-3 text-muted">{operator}</p>}
    </PageBody>
  );
}
