import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { Navigate, useNavigate, useSearchParams } from "react-router-dom";
import { ChangeRequest, NewRequest, REQUEST_DESCRIPTION_MAX, type RequestDetail } from "#contract/requests";
import { CATEGORIES, CATEGORY_LABELS } from "#domain/items/catalogue";
import { LISTING_FIELDS } from "#domain/items/listing-fields";
import { dollarsIn } from "#domain/readers/amount";
import { ApiError, errorMessage } from "../../lib/api-client.ts";
import { fieldErrors } from "../../lib/field-errors.ts";
import { useRequestKey } from "../../lib/request-key.ts";
import { useSession } from "../../lib/session.ts";
import { useUnsavedGuard } from "../../lib/use-unsaved-guard.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { PageBody, PageHeader } from "../../ui/layout.tsx";
import { MoneyInput } from "../../ui/money-input.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Select } from "../../ui/select.tsx";
import { PageSkeleton } from "../../ui/skeleton.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { TextArea, TextInput } from "../../ui/text-input.tsx";
import { toast } from "../../ui/toast.tsx";
import { PlaceInput, parsePlace } from "../places/index.ts";
import { useRequest, useRequestCommand } from "./api.ts";
import { RADII } from "./request-values.ts";

const BACK = { to: "/Requests", label: "All requests" };

/** /AddRequest: form to post or edit a request; with `?edit=` it edits one of the viewer's own. */
export default function AddRequestScreen() {
  const [query] = useSearchParams();
  const { ready, profile } = useSession();
  const editing = query.get("edit");
  const request = useRequest(editing);
  if (!ready || (editing !== null && request.isPending)) return <PageSkeleton />;
  if (editing === null) {
    const place = [profile?.suburb, profile?.postcode].filter(Boolean).join(" ");
    return <RequestForm request={null} title={query.get("title") ?? ""} place={place} />;
  }
  if (!request.data) {
    return (
      <PageBody width="form">
        <PageHeader title="Edit your request" back={BACK} />
        <ErrorState title="This request didn't load" error={request.error} onRetry={() => void request.refetch()} />
      </PageBody>
    );
  }
  if (!request.data.yours) return <Navigate to={`/Requests/${editing}`} replace />;
  const place = [request.data.suburb, request.data.postcode].filter(Boolean).join(" ");
  return <RequestForm request={request.data} title={request.data.title} place={place} />;
}

interface Values {
  title: string;
  description: string;
  category: string;
  max_price: string;
  place: string;
  within_km: string;
}

function bodyOf(values: Values, startPlace: string, city: string | null) {
  const price = values.max_price.trim();
  const { suburb, postcode } = parsePlace(values.place);
  // The city belongs to the original place, so it is dropped when the place changes.
  const place = { suburb, postcode, city: values.place.trim() === startPlace.trim() ? city : null };
  return {
    title: values.title,
    description: values.description,
    category: values.category === "" ? null : values.category,
    max_price: price === "" ? null : dollarsIn(price),
    ...place,
    within_km: values.within_km === "" ? null : Number(values.within_km),
  };
}

function RequestForm({ request, title, place }: { request: RequestDetail | null; title: string; place: string }) {
  const navigate = useNavigate();
  const { profile } = useSession();
  const command = useRequestCommand();
  const [start] = useState<Values>(() => ({
    title,
    description: request?.description ?? "",
    category: request?.category ?? "",
    max_price: request?.max_price == null ? "" : String(request.max_price),
    place,
    within_km: request === null ? "" : String(request.within_km ?? ""),
  }));
  const [values, setValues] = useState(start);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [done, setDone] = useState(false);
  const key = useRequestKey();
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  useUnsavedGuard(!done && JSON.stringify(values) !== JSON.stringify(start));
  useEffect(() => {
    if (Object.keys(problems).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);

  const set = (name: keyof Values) => (value: string) => setValues((before) => ({ ...before, [name]: value }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (command.isPending) return;
    setFailure(null);
    const body = bodyOf(values, start.place, request === null ? (profile?.city ?? null) : request.city);
    const found = fieldErrors(request === null ? NewRequest : ChangeRequest, body);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    command.mutate(
      request === null
        ? { kind: "post", request: body, key: key.keyFor(body) }
        : { kind: "change", id: request.id, change: body },
      {
        onSuccess: (saved) => {
          key.answered();
          setDone(true);
          toast({
            title: request === null ? "Request posted" : "Changes saved",
            description:
              saved.matches > 0
                ? saved.matches === 1
                  ? "We already found one match."
                  : `We already found ${saved.matches} matches.`
                : "We'll tell you when someone lists it.",
          });
          void navigate(`/Requests/${saved.id}`, { replace: true });
        },
        onError: (error) => {
          key.answered(error);
          const fields = error instanceof ApiError ? error.fields : {};
          setProblems(fields);
          if (Object.keys(fields).length === 0) setFailure(errorMessage(error));
        },
      },
    );
  };

  return (
    <PageBody width="form">
      <PageHeader
        title={request === null ? "Post a request" : "Edit your request"}
        description="Anyone signed in can read it, with your first name and suburb. Leave out phone numbers and addresses. People reply to you here."
        back={request === null ? BACK : { to: `/Requests/${request.id}`, label: "Your request" }}
      />
      <form id={formId} ref={form} onSubmit={submit} noValidate className="grid gap-5">
        <Field
          label="What are you looking for?"
          error={problems.title}
          hint="Keep it short. We'll match new listings to these words."
          required
        >
          <TextInput
            value={values.title}
            maxLength={LISTING_FIELDS.title.max}
            onChange={(event) => set("title")(event.target.value)}
            placeholder="Kids bike, 20 inch"
          />
        </Field>
        <Field label="Details" error={problems.description} optional>
          <TextArea
            rows={4}
            maxLength={REQUEST_DESCRIPTION_MAX}
            value={values.description}
            onChange={(event) => set("description")(event.target.value)}
            placeholder="Size, colour, what it's for, when you could pick it up"
          />
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Category" error={problems.category} optional>
            <Select
              value={values.category}
              onChange={(event) => set("category")(event.target.value)}
              placeholder="Any category"
              options={CATEGORIES.map((value) => ({ value, label: CATEGORY_LABELS[value] }))}
            />
          </Field>
          <Field label="The most you'd pay" error={problems.max_price} hint="Enter 0 if you want it for free." optional>
            <MoneyInput
              value={values.max_price}
              onChange={(event) => set("max_price")(event.target.value)}
              placeholder="Any price"
            />
          </Field>
          <Field label="Suburb or postcode" error={problems.suburb ?? problems.postcode} optional>
            <PlaceInput value={values.place} onChange={set("place")} />
          </Field>
          <Field label="How far you'd travel" error={problems.within_km}>
            <Select
              value={values.within_km}
              onChange={(event) => set("within_km")(event.target.value)}
              placeholder="Any distance"
              options={RADII.map((km) => ({ value: String(km), label: `Up to ${km} km` }))}
            />
          </Field>
        </div>
        {failure ? <Notice kind="error">{failure}</Notice> : null}
        <div className="flex flex-wrap gap-2.5">
          <Button type="submit" size="lg" loading={command.isPending}>
            {request === null ? "Post request" : "Save changes"}
          </Button>
          <LinkButton to={request === null ? "/Requests" : `/Requests/${request.id}`} variant="ghost" size="lg">
            Cancel
          </LinkButton>
        </div>
      </form>
    </PageBody>
  );
}
