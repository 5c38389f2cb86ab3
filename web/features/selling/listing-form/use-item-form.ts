import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useEffect, useMemo, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import type { OwnItem, Photo } from "#contract/items";
import { serverNow } from "../../../lib/server-clock.ts";
import type { ItemForm } from "./item-form-values.ts";
import { type ItemFormValues, itemFormSchema, type StoredCollection } from "./item-form-values.ts";
import { PhotoList } from "./photo-list.ts";
import { PHOTOS_ID } from "./photo-picker.tsx";

const AUTOSAVE_MS = 400;
export const PHOTO_REQUIRED = "Add at least one photo.";

const collectionOf = (item: OwnItem | undefined): StoredCollection | undefined =>
  item && { date: item.collection_date, windows: item.collection_windows };

/** Form state and photos of a listing, shared by Add Item and Edit Item. */
export function useItemForm(start: { values: ItemFormValues; photos: Photo[]; stored?: OwnItem }) {
  const [photos] = useState(() => new PhotoList(start.photos));
  const [photoError, setPhotoError] = useState<string | null>(null);
  const resolver = useMemo(
    () => standardSchemaResolver(itemFormSchema(serverNow, collectionOf(start.stored)), undefined, { raw: true }),
    [start.stored],
  );
  const form: ItemForm = useForm<ItemFormValues, unknown, ItemFormValues>({
    resolver,
    defaultValues: start.values,
    mode: "onTouched",
    // The photos come first on the page but are not an input of this form, so the focus is set manually.
    shouldFocusError: false,
  });

  useEffect(() => () => photos.dispose(), [photos]);
  // Any change of the photos clears their message.
  useEffect(() => photos.store.subscribe(() => setPhotoError(null)), [photos]);

  /** Waits for running uploads, then returns whether the photos are valid. */
  const checkPhotos = async (): Promise<boolean> => {
    await photos.settled();
    const failed = photos.tiles.filter((tile) => tile.state === "failed").length;
    const message =
      failed > 0
        ? failed === 1
          ? "1 photo wasn't uploaded. Retry or remove it first."
          : `${failed} photos weren't uploaded. Retry or remove them first.`
        : photos.photos.length === 0
          ? PHOTO_REQUIRED
          : null;
    setPhotoError(message);
    // The photos are first on the page, so they get the focus first.
    if (message !== null) document.getElementById(PHOTOS_ID)?.focus();
    return message === null;
  };

  return { form, photos, photoError, setPhotoError, checkPhotos };
}

/** Calls `save` shortly after the last change of an input or photo, and at once when the page is hidden. */
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
