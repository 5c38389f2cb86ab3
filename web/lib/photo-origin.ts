let origin: string | undefined;

/** Returns the origin of their own that photos have in this deployment; the server writes it into a meta tag. */
export function photoOrigin(): string {
  origin ??= document.querySelector<HTMLMetaElement>('meta[name="photo-origin"]')?.content ?? "";
  return origin;
}

/** Sets the photos' origin for server rendering, where there is no document. */
export function setPhotoOrigin(photoOrigin: string): void {
  origin = photoOrigin;
}
