import { useState } from "react";
import { Navigate, useNavigate, useSearchParams } from "react-router-dom";
import { ChangeRequest, NewRequest, REQUEST_DESCRIPTION_MAX, type RequestDetail } from "#contract/requests";
import { CATEGORIES, CATEGORY_LABELS } from "#domain/items/catalogue";
import { LISTING_FIELDS } from "#domain/items/listing-fields";
import { dollarsIn } from "#domain/readers/amount";
import { checked } from "../../lib/field-errors.ts";
import { useSession } from "../../lib/session.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
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
        <ErrorState title="This request didn't load" query={request} />
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
  const form = useApiForm({
    start,
    check: (values) =>
      checked(
        request === null ? NewRequest : ChangeRequest,
        bodyOf(values, start.place, request === null ? (profile?.city ?? null) : request.city),
      ),
    send: (body, key) =>
      command.mutateAsync(
        request === null ? { kind: "post", request: body, key } : { kind: "change", id: request.id, change: body },
      ),
    names: { suburb: "place", postcode: "place" },
    onSent: (saved) => {
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
  });
  useUnsavedGuard(form.dirty);

  return (
    <PageBody width="form">
      <PageHeader
        title={request === null ? "Post a request" : "Edit your request"}
        description="Anyone signed in can read it, with your first name and suburb. Leave out phone numbers and addresses. People reply to you here."
        back={request === null ? BACK : { to: `/Requests/${request.id}`, label: "Your request" }}
      />
      <form {...form.form} className="grid gap-5">
        <Field
          label="What are you looking for?"
          error={form.problem("title")}
          hint="Keep it short. We'll match new listings to these words."
          required
        >
          <TextInput {...form.input("title")} maxLength={LISTING_FIELDS.title.max} placeholder="Kids bike, 20 inch" />
        </Field>
        <Field label="Details" error={form.problem("description")} optional>
          <TextArea
            rows={4}
            maxLength={REQUEST_DESCRIPTION_MAX}
            {...form.input("description")}
            placeholder="Size, colour, what it's for, when you could pick it up"
          />
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Category" error={form.problem("category")} optional>
            <Select
              {...form.input("category")}
              placeholder="Any category"
              options={CATEGORIES.map((value) => ({ value, label: CATEGORY_LABELS[value] }))}
            />
          </Field>
          <Field
            label="The most you'd pay"
            error={form.problem("max_price")}
            hint="Enter 0 if you want it for free."
            optional
          >
            <MoneyInput {...form.input("max_price")} placeholder="Any price" />
          </Field>
          <Field label="Suburb or postcode" error={form.problem("place")} optional>
            <PlaceInput value={form.values.place} onChange={(place) => form.change({ place })} />
          </Field>
          <Field label="How far you'd travel" error={form.problem("within_km")}>
            <Select
              {...form.input("within_km")}
              placeholder="Any distance"
              options={RADII.map((km) => ({ value: String(km), label: `Up to ${km} km` }))}
            />
          </Field>
        </div>
        {form.failure ? <Notice kind="error">{form.failure}</Notice> : null}
        <div className="flex flex-wrap gap-2.5">
          <Button type="submit" size="lg" loading={form.busy}>
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
