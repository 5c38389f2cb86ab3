import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type OwnStore, SaveStore } from "#contract/selling/onboarding";
import { ApiError, errorMessage } from "../../../lib/api-client.ts";
import { fieldErrors } from "../../../lib/field-errors.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field, FieldError } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
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
  const [name, setName] = useState(store.name ?? "");
  const [description, setDescription] = useState(store.description);
  const [banner, setBanner] = useState(store.banner);
  const [uploading, setUploading] = useState(false);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || uploading) return;
    const wanted = { name: name.trim() || null, description, banner_id: banner?.id ?? null };
    const found = fieldErrors(SaveStore, wanted);
    setProblems(found);
    setFailure(null);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const saved = await saveOwnStore(wanted);
      client.setQueryData(OWN_STORE_KEY, saved);
      void client.invalidateQueries({ queryKey: ["sellers"] });
      toast({ title: "Store page saved" });
      onClose();
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      setProblems(fields);
      if (Object.keys(fields).length === 0) setFailure(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Edit store page"
      sticky={busy}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form="store-page" loading={busy} disabled={uploading}>
            Save
          </Button>
        </>
      }
    >
      <form id="store-page" onSubmit={submit} noValidate className="grid gap-5">
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
              onProblem={(problem) =>
                setProblems(({ banner_id: _, ...others }) =>
                  problem === null ? others : { ...others, banner_id: problem },
                )
              }
              onChange={setBanner}
            />
          </div>
          <FieldError message={problems.banner_id} />
        </div>
        <Field
          label="Store name"
          optional
          error={problems.name}
          hint={`If you leave this blank, we'll show ${fallbackName}.`}
        >
          <TextInput value={name} onChange={(event) => setName(event.target.value)} maxLength={50} autoComplete="off" />
        </Field>
        <Field
          label="What you sell"
          optional
          error={problems.description}
          hint="Anyone can read this. Don't include your address or phone number."
        >
          <TextArea value={description} onChange={(event) => setDescription(event.target.value)} maxLength={500} />
        </Field>
        {failure ? <Notice kind="error">{failure}</Notice> : null}
      </form>
    </Dialog>
  );
}
