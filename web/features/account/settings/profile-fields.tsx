import type { OwnProfile } from "#contract/account/profiles";
import { STATES } from "#domain/places/states";
import { readPostcode, tidied } from "#domain/readers/numbers";
import { readPhone } from "#domain/readers/phone";
import { Field } from "../../../ui/field.tsx";
import { Panel } from "../../../ui/layout.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { Private } from "./private.tsx";
import type { SettingsForm } from "./settings-values.ts";

const OPTIONS = STATES.map(({ code, name }) => ({ value: code, label: name }));

interface PersonFieldsProps {
  form: SettingsForm;
  profile: OwnProfile;
}

export function AboutFields({ form: { register, formState }, profile }: PersonFieldsProps) {
  const { errors } = formState;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="Name" required error={errors.full_name?.message} hint={`Others see “${profile.display_name}”`}>
        <TextInput {...register("full_name")} maxLength={80} autoComplete="name" />
      </Field>
      <Field label="Phone" error={errors.phone?.message} hint="Private. Not shown to other members.">
        <TextInput {...register("phone")} type="tel" tidy={tidied(readPhone)} autoComplete="tel" />
      </Field>
    </div>
  );
}

/** Suburb, city, state and postcode of the seller's items. */
export function PlaceFields({ form: { register, formState }, profile }: PersonFieldsProps) {
  const { errors } = formState;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="Suburb" error={errors.suburb?.message}>
        <TextInput {...register("suburb")} maxLength={60} autoComplete="address-level3" />
      </Field>
      <Field label="City" error={errors.city?.message}>
        <TextInput {...register("city")} maxLength={60} autoComplete="address-level2" />
      </Field>
      <Field label="State or territory" error={errors.state_region?.message}>
        <Select
          {...register("state_region")}
          autoComplete="address-level1"
          placeholder="Not set"
          options={stateOptions(profile.state_region)}
        />
      </Field>
      <Field label="Postcode" error={errors.postcode?.message} hint="Private.">
        <TextInput
          {...register("postcode")}
          tidy={tidied(readPostcode)}
          inputMode="numeric"
          autoComplete="postal-code"
        />
      </Field>
      <Panel className="sm:col-span-2">
        <Field
          label={<Private>Pickup address</Private>}
          error={errors.collection_address?.message}
          hint="For new listings. Private until 24 hours before pickup. Others see the suburb."
        >
          <TextInput
            {...register("collection_address")}
            maxLength={200}
            placeholder="Street address"
            autoComplete="address-line1"
          />
        </Field>
      </Panel>
    </div>
  );
}

/** Returns the states to choose from, plus the stored one if it is not in the list (an older spelling). */
function stateOptions(stored: string | null) {
  const known = stored === null || stored === "" || OPTIONS.some(({ value }) => value === stored);
  return known ? OPTIONS : [...OPTIONS, { value: stored, label: stored }];
}
