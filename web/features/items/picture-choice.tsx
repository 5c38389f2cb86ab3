import { ImagePlus, Trash2 } from "lucide-react";
import { type ChangeEvent, useRef } from "react";
import type { Photo } from "#contract/items";
import { Button } from "../../ui/button.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { PhotoError, resizePhoto } from "./photo-resize.ts";
import { uploadPhoto } from "./photo-upload.ts";

interface PictureChoiceProps {
  has: boolean;
  uploading: boolean;
  words: { add: string; adding: string; chooseAnother: string; remove: string; label: string; failed: string };
  onUploading: (uploading: boolean) => void;
  /** Called with the reason when an upload fails; null when another one starts. */
  onProblem: (problem: string | null) => void;
  /** Called with the new photo, or null when it is removed. */
  onChange: (photo: Photo | null) => void;
}

/** Chooses and uploads one picture to our own storage (D13), or removes it. */
export function PictureChoice({ has, uploading, words, onUploading, onProblem, onChange }: PictureChoiceProps) {
  const file = useRef<HTMLInputElement>(null);
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.target.files?.[0];
    event.target.value = "";
    if (!chosen) return;
    onUploading(true);
    onProblem(null);
    try {
      onChange(await uploadPhoto(await resizePhoto(chosen), () => undefined, new AbortController().signal));
    } catch (error) {
      onProblem(error instanceof PhotoError ? error.message : words.failed);
    } finally {
      onUploading(false);
    }
  };
  return (
    <>
      <div className="flex flex-wrap gap-2.5">
        <Button
          variant="quiet"
          size="sm"
          disabled={uploading}
          icon={uploading ? <Spinner className="size-4.5" /> : <ImagePlus className="size-4.5" />}
          onClick={() => file.current?.click()}
        >
          {uploading ? words.adding : has ? words.chooseAnother : words.add}
        </Button>
        {has && !uploading ? (
          <Button variant="ghost" size="sm" icon={<Trash2 className="size-4.5" />} onClick={() => onChange(null)}>
            {words.remove}
          </Button>
        ) : null}
      </div>
      <input
        ref={file}
        type="file"
        accept="image/*"
        aria-label={words.label}
        tabIndex={-1}
        onChange={(event) => void choose(event)}
        className="sr-only"
      />
    </>
  );
}
