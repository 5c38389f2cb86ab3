import { ImagePlus, Trash2 } from "lucide-react";
import { type ChangeEvent, useRef, useState } from "react";
import type { Photo } from "#contract/items";
import { PhotoProblem, resizePhoto } from "../../../lib/photo-resize.ts";
import { uploadPhoto } from "../../../lib/photo-upload.ts";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/field.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import * as words from "./words.ts";

interface AdPictureProps {
  has: boolean;
  error: string | undefined;
  onBusy: (busy: boolean) => void;
  /** A new one, or none. */
  onChange: (photo: Photo | null) => void;
}

/** The ad's picture, uploaded to our own store (D13). The preview shows it. */
export function AdPicture({ has, error, onBusy, onChange }: AdPictureProps) {
  const [uploading, setUploading] = useState(false);
  const [problem, setProblem] = useState<string>();
  const file = useRef<HTMLInputElement>(null);
  const busy = (value: boolean) => {
    setUploading(value);
    onBusy(value);
  };
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.target.files?.[0];
    event.target.value = "";
    if (!chosen) return;
    busy(true);
    setProblem(undefined);
    try {
      onChange(await uploadPhoto(await resizePhoto(chosen), () => undefined, new AbortController().signal));
    } catch (failure) {
      setProblem(failure instanceof PhotoProblem ? failure.message : words.pictureFailed);
    } finally {
      busy(false);
    }
  };
  return (
    <div>
      <p className="mb-1.5 font-semibold">
        {words.picture} <span className="font-normal text-muted">{words.optional}</span>
      </p>
      <div className="flex flex-wrap gap-2.5">
        <Button
          variant="quiet"
          size="sm"
          disabled={uploading}
          icon={uploading ? <Spinner className="size-4.5" /> : <ImagePlus className="size-4.5" aria-hidden="true" />}
          onClick={() => file.current?.click()}
        >
          {uploading ? words.adding : has ? words.chooseAnother : words.addAPicture}
        </Button>
        {has && !uploading ? (
          <Button
            variant="ghost"
            size="sm"
            icon={<Trash2 className="size-4.5" aria-hidden="true" />}
            onClick={() => onChange(null)}
          >
            {words.remove}
          </Button>
        ) : null}
      </div>
      <input
        ref={file}
        type="file"
        accept="image/*"
        aria-label={words.pictureLabel}
        tabIndex={-1}
        onChange={(event) => void choose(event)}
        className="sr-only"
      />
      <FieldError id="ad-picture-error" message={problem ?? error} />
    </div>
  );
}
