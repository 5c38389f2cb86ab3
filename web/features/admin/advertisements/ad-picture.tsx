import { useState } from "react";
import type { Photo } from "#contract/items";
import { FieldError } from "../../../ui/field.tsx";
import { PictureChoice } from "../../items/index.ts";

interface AdPictureProps {
  has: boolean;
  error: string | undefined;
  onBusy: (busy: boolean) => void;
  /** Called with the new photo, or null when it is removed. */
  onChange: (photo: Photo | null) => void;
}

/** The ad's picture, uploaded to our own storage (D13). The preview shows it. */
export function AdPicture({ has, error, onBusy, onChange }: AdPictureProps) {
  const [uploading, setUploading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <div>
      <p className="mb-1.5 font-semibold">
        Picture <span className="font-normal text-muted">(optional)</span>
      </p>
      <PictureChoice
        has={has}
        uploading={uploading}
        words={{
          add: "Add a picture",
          adding: "Adding…",
          chooseAnother: "Choose another",
          remove: "Remove",
          label: "Advertisement picture",
          failed: "We couldn't add this picture. Please try again.",
        }}
        onUploading={(value) => {
          setUploading(value);
          onBusy(value);
        }}
        onProblem={setProblem}
        onChange={onChange}
      />
      <FieldError id="ad-picture-error" message={problem ?? error} />
    </div>
  );
}
