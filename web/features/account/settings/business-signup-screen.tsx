import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { MailCheck } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link, Navigate, useNavigate } from "react-router-dom";
import type { SignUpInput } from "#contract/account/auth";
import { SignUp } from "#contract/account/auth";
import { PASSWORD_MIN } from "#domain/account/password";
import { feeSentence } from "#domain/payments/platform-fee";
import { ApiError, errorMessage } from "../../../lib/api-client.ts";
import { useRefreshSession, useSession, useStoreSession } from "../../../lib/session.ts";
import { BUSINESS_KEY } from "../../../lib/storage-keys.ts";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { EmailInput } from "../../../ui/email-input.tsx";
import { Field } from "../../../ui/field.tsx";
import { PageBody, PageHeader, Section } from "../../../ui/layout.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PasswordInput } from "../../../ui/password-input.tsx";
import { PageSkeleton } from "../../../ui/skeleton.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { signUp } from "../auth/auth-calls.ts";
import { TermsLine } from "../auth/terms-line.tsx";
import { saveBusiness } from "./account-calls.ts";
import { BusinessFields, type BusinessValues, businessBody, businessSchema, NO_BUSINESS } from "./business-fields.tsx";

function typedBefore(): BusinessValues {
  try {
    return { ...NO_BUSINESS, ...(JSON.parse(sessionStorage.getItem(BUSINESS_KEY) ?? "{}") as Partial<BusinessValues>) };
  } catch {
    return NO_BUSINESS;
  }
}

function remember(values: BusinessValues | null): void {
  try {
    if (values === null) sessionStorage.removeItem(BUSINESS_KEY);
    else sessionStorage.setItem(BUSINESS_KEY, JSON.stringify(values));
  } catch {}
}

type Person = Pick<SignUpInput, "full_name" | "email" | "password">;

/**
 * /BusinessSignup: business name and ABN, and for a visitor a new account. Public. If the account was created but the
 * business could not be saved, the page then asks only for the business.
 */
export default function BusinessSignupScreen() {
  const session = useSession();
  const adopt = useStoreSession();
  const refresh = useRefreshSession();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string | null>(null);
  const [mailed, setMailed] = useState<string | null>(null);
  const business = useForm<BusinessValues>({
    resolver: standardSchemaResolver(businessSchema, undefined, { raw: true }),
    defaultValues: typedBefore(),
    mode: "onTouched",
  });
  const person = useForm<Person>({
    resolver: standardSchemaResolver(SignUp, undefined, { raw: true }),
    defaultValues: { full_name: "", email: "", password: "" },
    mode: "onTouched",
  });
  const [busy, setBusy] = useState(false);

  if (!session.ready) return <PageSkeleton />;
  if (session.profile?.account_type === "business" && !busy) return <Navigate to="/BusinessOnboarding" replace />;
  if (mailed !== null) {
    return (
      <PageBody width="narrow">
        <h1 className="sr-only">Check your inbox</h1>
        <EmptyState
          icon={<MailCheck className="size-7" />}
          title="Check your inbox"
          description={`${mailed} Once you've signed in, continue here. We've kept your business details.`}
          action={<LinkButton to="/SignIn?returnUrl=%2FBusinessSignup">Sign in</LinkButton>}
        />
      </PageBody>
    );
  }

  const submit = async (event: { preventDefault: () => void }) => {
    event.preventDefault();
    if (busy) return;
    setFailure(null);
    const visitor = !session.signedIn;
    const businessValid = await business.trigger(undefined, { shouldFocus: true });
    const personValid = !visitor || (await person.trigger(undefined, { shouldFocus: businessValid }));
    if (!businessValid || !personValid) return;
    const values = business.getValues();
    remember(values);
    setBusy(true);
    try {
      if (visitor) {
        const reply = await signUp({ ...person.getValues(), returnUrl: "/BusinessSignup" });
        if ("message" in reply) {
          setMailed(reply.message);
          return;
        }
        adopt(reply);
      }
      await saveBusiness(businessBody(values));
      remember(null);
      await refresh();
      void navigate("/BusinessOnboarding", { replace: true });
    } catch (error) {
      let placed = false;
      for (const [field, message] of Object.entries(error instanceof ApiError ? error.fields : {})) {
        if (field in values) business.setError(field as "name", { type: "server", message }, { shouldFocus: !placed });
        else if (field in person.getValues())
          person.setError(field as "email", { type: "server", message }, { shouldFocus: !placed });
        else continue;
        placed = true;
      }
      if (!placed) setFailure(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };

  const { errors } = person.formState;
  return (
    <PageBody width="form">
      <PageHeader
        title="Sell as a business"
        description={`For shops, op shops and traders with an Australian Business Number. Listing is free.${feeSentence(session.platformFee)}`}
        back={{ to: "/AccountTypeSelection", label: "Account types" }}
      />
      <form onSubmit={submit} noValidate>
        <Section title="Your business">
          <BusinessFields form={business} />
        </Section>
        {session.signedIn ? (
          <p className="mt-6 text-muted">
            Your account <span className="font-semibold break-all text-ink">{session.user?.email}</span> will become a
            business account.
          </p>
        ) : (
          <Section
            title="Your account"
            description={
              <>
                Already have one?{" "}
                <Link
                  to="/SignIn?returnUrl=%2FBusinessSignup"
                  onClick={() => remember(business.getValues())}
                  className="font-semibold text-brand-ink underline"
                >
                  Sign in
                </Link>{" "}
                and continue here.
              </>
            }
          >
            <div className="grid gap-5 sm:grid-cols-2">
              <Field label="Your name" required error={errors.full_name?.message} className="sm:col-span-2">
                <TextInput {...person.register("full_name")} maxLength={80} autoComplete="name" />
              </Field>
              <Field label="Email" required error={errors.email?.message}>
                <EmailInput {...person.register("email")} />
              </Field>
              <Field
                label="Password"
                required
                error={errors.password?.message}
                hint={`At least ${PASSWORD_MIN} characters.`}
              >
                <PasswordInput {...person.register("password")} autoComplete="new-password" />
              </Field>
            </div>
          </Section>
        )}
        <div className="mt-8 grid gap-4">
          {failure ? <Notice kind="error">{failure}</Notice> : null}
          {session.signedIn ? null : <TermsLine className="text-sm text-muted" />}
          <div>
            <Button type="submit" size="lg" loading={busy} className="max-sm:w-full">
              {session.signedIn ? "Continue" : "Create business account"}
            </Button>
          </div>
        </div>
      </form>
    </PageBody>
  );
}
