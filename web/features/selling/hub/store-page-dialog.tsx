import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type OwnStore, SaveStore } from "#contract/selling/onboarding";
import { checked } from "../../../lib/field-errors.ts";
import { useApiForm } from "../../../lib/use-api-form.ts";
import { Field, FieldError } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { PhotoImg } from "../../../ui/photo-img.tsx";
import { TextArea, TextInput } from "../../../ui/text-input.tsx";
import { toast } from "../../../ui/toast.tsx";
import { PictureChoice } from "../../items/index.ts";
import { OWN_STORE_KEY, saveOwnStore } from "./hub-api.ts";

interface StorePageDialogProps {
  open: boolean;
  onClose: () => void;
  store: OwnStore;
  /** Shown as the store's name while the seller has not set one. */
  fallbackName: string;
}

/** Edits name, description and picture of the store page. */
export default function StorePageDialog({ open, onClose, store, fallbackName }: StorePageDialogProps) {
  const client = useQueryClient();
  const [uploading, setUploading] = useState(false);
  const form = useApiForm({
    start: { name: store.name ?? "", description: store.description, banner: store.banner },
    check: ({ name, description, banner }) =>
      checked(SaveStore, { name: name.trim() || null, description, banner_id: banner?.id ?? null }),
    send: saveOwnStore,
    names: { banner_id: "banner" },
    onSent: (saved) => {
      client.setQueryData(OWN_STORE_KEY, saved);
      void client.invalidateQueries({ queryKey: ["sellers"] });
      toast({ title: "Store page saved" });
      onClose();
    },
  });
  const { banner } = form.values;

  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title="Edit store page"
      submitLabel="Save"
      disabled={uploading}
    >
      <div>
        <p className="mb-1.5 font-semibold">
          Banner picture <span className="font-normal text-muted">(optional)</span>
        </p>
        {banner ? (
          <PhotoImg
            photo={banner}
            alt="Your store's banner"
            sizes="520px"
            className="h-40 w-full rounded-md object-cover"
          />
        ) : null}
        <div className="mt-2">
          <PictureChoice
            has={banner !== null}
            uploading={uploading}
            words={{
              add: "Add a picture",
              adding: "Adding…",
              chooseAnother: "Choose another",
              remove: "Remove",
              label: "Picture of your store",
              failed: "We couldn't add this picture. Please try again.",
            }}
            onUploading={setUploading}
            onProblem={(problem) => form.showProblem("banner", problem)}
            onChange={(picture) => form.change({ banner: picture })}
          />
        </div>
        <FieldError message={form.problem("banner")} />
      </div>
      <Field
        label="Store name"
        optional
        error={form.problem("name")}
        hint={`If you leave this blank, we'll show ${fallbackName}.`}
      >
        <TextInput maxLength={50} autoComplete="off" {...form.input("name")} />
      </Field>
      <Field
        label="What you sell"
        optional
        error={form.problem("description")}
        hint="Anyone can read this. Don't include your address or phone number."
      >
        <TextArea maxLength={500} {...form.input("description")} />
      </Field>
    </FormDialog>
  );
}
