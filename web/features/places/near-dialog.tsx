import { LocateFixed } from "lucide-react";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { RADII_KM, type RadiusKm } from "#domain/places/near-place";
import { placeText } from "#domain/places/place-name";
import { ApiError, errorMessage } from "../../lib/api-client.ts";
import { useSession } from "../../lib/session.ts";
import { Button } from "../../ui/button.tsx";
import { ChoicePill } from "../../ui/choice-pill.tsx";
import DialogPopup from "../../ui/dialog-popup.tsx";
import { Field } from "../../ui/field.tsx";
import { LocateError, locateSuburb } from "./locate.ts";
import { useNearPlace, useSetNearPlace } from "./near-place.tsx";
import { PlaceInput } from "./place-input.tsx";
import { placeNamed } from "./places.ts";

interface NearDialogProps {
  open: boolean;
  onClose: () => void;
}

/** Sets the visitor's place, typed or found by the browser, and how far from it to list items. */
export default function NearDialog({ open, onClose }: NearDialogProps) {
  const near = useNearPlace();
  const save = useSetNearPlace();
  const { profile } = useSession();
  const form = useId();
  const input = useRef<HTMLInputElement>(null);
  const [place, setPlace] = useState("");
  const [withinKm, setWithinKm] = useState<RadiusKm | null>(null);
  const [problem, setProblem] = useState<string>();
  const [locating, setLocating] = useState(false);
  const [found, setFound] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: resets to the saved place on opening
  useEffect(() => {
    if (!open) return;
    setPlace(near?.place ?? "");
    setWithinKm(near?.within_km ?? null);
    setProblem(undefined);
    setFound(false);
  }, [open]);

  const refuse = (message: string) => {
    setProblem(message);
    input.current?.focus();
  };

  const locate = async () => {
    setLocating(true);
    setProblem(undefined);
    setFound(false);
    try {
      setPlace(placeText(await locateSuburb()));
      setFound(true);
    } catch (error) {
      if (!(error instanceof LocateError)) throw error;
      refuse(error.message);
    } finally {
      setLocating(false);
    }
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const typed = place.trim();
    if (typed === "") return refuse("Enter a suburb or postcode.");
    // The server says what is wrong with a text that names no place.
    const named = (await placeNamed(typed)) ?? typed;
    save.mutate(
      { place: named, within_km: withinKm },
      {
        onSuccess: onClose,
        onError: (error) => refuse((error instanceof ApiError && error.fields.place) || errorMessage(error)),
      },
    );
  };

  const forget = () => save.mutate(null, { onSuccess: onClose, onError: (error) => refuse(errorMessage(error)) });

  return (
    <DialogPopup
      open={open}
      onClose={onClose}
      title="Your suburb"
      description={
        profile && !profile.suburb && !profile.city && !profile.postcode
          ? "We'll show items near you first, and add the suburb to your profile. We never save your exact location."
          : "We'll show items near you first. We only save the suburb, never your exact location."
      }
      footer={
        <>
          {near ? (
            <Button variant="ghost" onClick={forget}>
              Forget my suburb
            </Button>
          ) : null}
          <Button type="submit" form={form} loading={save.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form id={form} noValidate className="grid gap-6 pt-1" onSubmit={(event) => void submit(event)}>
        <div className="grid gap-2.5">
          <Field label="Suburb or postcode" error={problem}>
            <PlaceInput
              inputRef={input}
              placeholder="Newtown or 2042"
              value={place}
              onChange={(typed) => {
                setPlace(typed);
                setProblem(undefined);
                setFound(false);
              }}
            />
          </Field>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <Button
              variant="soft"
              size="sm"
              loading={locating}
              icon={<LocateFixed className="size-4" />}
              onClick={() => void locate()}
            >
              Use my location
            </Button>
            <p role="status" className="text-sm text-muted">
              {locating
                ? "Finding your suburb…"
                : found
                  ? "That's the closest suburb. Your location stays on this device."
                  : ""}
            </p>
          </div>
        </div>
        <fieldset>
          <legend className="mb-2.5 font-semibold">Distance</legend>
          <div className="flex flex-wrap gap-2">
            {[...RADII_KM, null].map((km) => (
              <ChoicePill
                key={km}
                type="radio"
                name="within_km"
                checked={withinKm === km}
                onChange={() => setWithinKm(km)}
              >
                {km === null ? "No limit" : `${km} km`}
              </ChoicePill>
            ))}
          </div>
        </fieldset>
      </form>
    </DialogPopup>
  );
}
