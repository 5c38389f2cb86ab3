import type { UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { type OwnBusiness, SaveBusiness, type SaveBusinessInput } from "#contract/selling/onboarding";
import { tidied, tidyAbn } from "#domain/readers/numbers";
import { readPhone } from "#domain/readers/phone";
import { abnText } from "#domain/selling/abn";
import { Field } from "../../../ui/field.tsx";
import { TextInput } from "../../../ui/text-input.tsx";

/** Form values of a business, as typed. */
export interface BusinessValues {
  name: string;
  abn: string;
  website: string;
  phone: string;
}

export const NO_BUSINESS: BusinessValues = { name: "", abn: "", website: "", phone: "" };

export function businessValues(business: OwnBusiness): BusinessValues {
  return {
    name: business.name,
    abn: business.abn === null ? "" : abnText(business.abn),
    website: business.website ?? "",
    phone: business.phone ?? "",
  };
}

export function businessBody({ name, abn, website, phone }: BusinessValues): SaveBusinessInput {
  return { name, abn, website: website.trim() || null, phone: phone.trim() || null };
}

export const businessSchema = z.pipe(
  z.transform((values: BusinessValues) => businessBody(values) as z.input<typeof SaveBusiness>),
  SaveBusiness,
);

/** Name and ABN; with `more` also website and phone. */
export function BusinessFields({
  form: { register, formState },
  more = false,
}: {
  form: UseFormReturn<BusinessValues>;
  more?: boolean;
}) {
  const { errors } = formState;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="Business name" required error={errors.name?.message} className="sm:col-span-2">
        <TextInput {...register("name")} maxLength={100} autoComplete="organization" />
      </Field>
      <Field
        label="ABN"
        required
        error={errors.abn?.message}
        hint="Shown on your store page, so buyers can look it up in the public register."
        className="sm:col-span-2"
      >
        <TextInput
          {...register("abn")}
          inputMode="numeric"
          tidy={tidyAbn}
          placeholder="00 000 000 000"
          autoComplete="off"
          className="tabular-nums"
        />
      </Field>
      {more ? (
        <>
          <Field label="Website" optional error={errors.website?.message} hint="Shown on your store page.">
            <TextInput {...register("website")} maxLength={200} inputMode="url" autoComplete="url" />
          </Field>
          <Field
            label="Business phone"
            optional
            error={errors.phone?.message}
            hint="Private. We'll only use it to contact you."
          >
            <TextInput {...register("phone")} type="tel" tidy={tidied(readPhone)} autoComplete="tel" />
          </Field>
        </>
      ) : null}
    </div>
  );
}
