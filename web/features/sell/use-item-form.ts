import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useEffect, useMemo, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import type { Photo } from "#contract/items";
import { serverNow } from "../../lib/server-clock.ts";
import type { ItemForm } from "./item-form.tsx";
import { type ItemFormValues, itemFormSchema } from "./item-form-values.ts";
import { PhotoList } from "./photo-list.ts";
import { PHOTOS_ID } from "./photo-picker.tsx";
import * as words from "./words.ts";

const AUTOSAVE_MS = 400;
export const PHOTO_REQUIRED = words.addAtLeastOnePhoto;

/** The form of a listing and its photos, with what both screens need of them. */
export function useItemForm(start: { values: ItemFormValues; photos: Photo[]; storedDate: number | null }) {
  const [photos] = useState(() => new PhotoList(start.photos));
  const [photoError, setPhotoError] = useState<string | null>(null);
  const resolver = useMemo(
    () => standardSchemaResolver(itemFormSchema(serverNow, start.storedDate), undefined, { raw: true }),
    [start.storedDate],
  );
  const form: ItemForm = useForm<ItemFormValues, unknown, ItemFormValues>({
    resolver,
    defaultValues: start.values,
    mode: "onTouched",
    // The photos come first on the page but are no input of this form, so the focus is set by hand.
    shouldFocusError: false,
  });

  useEffect(() => () => photos.dispose(), [photos]);
  // The problem is about the photos as they were; any change of them answers it.
  useEffect(() => photos.store.subscribe(() => setPhotoError(null)), [photos]);

  /** Waits for uploads under way, then says whether the photos are fit to be published. */
  const checkPhotos = async (): Promise<boolean> => {
    await photos.settled();
    const failed = photos.tiles.filter((tile) => tile.state === "failed").length;
    const message =
      failed > 0 ? words.notUploadedRetryOrRemove(failed) : photos.photos.length === 0 ? PHOTO_REQUIRED : null;
    setPhotoError(message);
    // First on the page, so first to be corrected, also when other inputs have problems too.
    if (message !== null) document.getElementById(PHOTOS_ID)?.focus();
    return message === null;
  };

  return { form, photos, photoError, setPhotoError, checkPhotos };
}

/** Calls back, a moment after the last change, whenever an input or a photo changed; and at once when the page goes away. */
export function useAutosave(form: ItemForm, photos: PhotoList, save: () => void): void {
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  const { subscribe } = form;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      latest.current();
    };
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(flush, AUTOSAVE_MS);
    };
    const stops = [subscribe({ formState: { values: true }, callback: soon }), photos.store.subscribe(soon)];
    window.addEventListener("pagehide", flush);
    return () => {
      flush();
      for (const stop of stops) stop();
      window.removeEventListener("pagehide", flush);
    };
  }, [subscribe, photos]);
}
