import { createStore, type StoreApi } from "zustand/vanilla";
import type { Photo } from "#contract/items";
import { PHOTOS_MAX } from "#domain/items/catalogue";
import { PhotoError, type PhotoSizes, resizePhoto, uploadPhoto } from "../../items/index.ts";

/** One photo of the picker, from the chosen file to the stored photo. */
export interface PhotoTile {
  key: string;
  name: string;
  /** `blob:` URL shown until the photo is stored. */
  preview: string | null;
  state: "waiting" | "preparing" | "uploading" | "stored" | "failed";
  /** Upload progress, 0 to 1. */
  progress: number;
  photo: Photo | null;
  message: string | null;
  retryable: boolean;
}

export interface PhotoListState {
  tiles: PhotoTile[];
  /** Why some of the chosen files were left out. */
  notice: string | null;
}

/** Browser functions, replaced in tests. */
export interface PhotoTools {
  resize: (file: Blob) => Promise<PhotoSizes>;
  upload: (renditions: PhotoSizes, onProgress: (fraction: number) => void, signal: AbortSignal) => Promise<Photo>;
  preview: (file: Blob) => string;
  forget: (preview: string) => void;
}

const BROWSER: PhotoTools = {
  resize: resizePhoto,
  upload: uploadPhoto,
  preview: (file) => URL.createObjectURL(file),
  forget: (preview) => URL.revokeObjectURL(preview),
};

/** Decoding several 12-megapixel photos at once crashes tabs on phones; two are enough to use the whole connection. */
const AT_ONCE = 2;

/** Files with the same name, size and time count as the same file. */
function fingerprint(file: File): string {
  return `${file.name}:${file.size}:${file.lastModified}`;
}

/** The photos of a form: an upload queue, and their order. The first photo is the cover. */
export class PhotoList {
  readonly store: StoreApi<PhotoListState>;
  readonly #tools: PhotoTools;
  readonly #files = new Map<string, File>();
  readonly #running = new Map<string, AbortController>();

  constructor(stored: Photo[] = [], tools: PhotoTools = BROWSER) {
    this.#tools = tools;
    this.store = createStore<PhotoListState>(() => ({ tiles: stored.map(storedTile), notice: null }));
  }

  get tiles(): PhotoTile[] {
    return this.store.getState().tiles;
  }

  get photos(): Photo[] {
    return this.tiles.flatMap((tile) => (tile.photo && tile.state === "stored" ? [tile.photo] : []));
  }

  get busy(): boolean {
    return this.tiles.some((tile) => isBusy(tile));
  }

  add(files: Iterable<File>): void {
    const known = new Set([...this.#files.values()].map(fingerprint));
    const chosen = [...files];
    const pictures = chosen.filter((file) => file.type === "" || file.type.startsWith("image/"));
    const fresh = pictures.filter((file) => {
      const print = fingerprint(file);
      if (known.has(print)) return false;
      known.add(print);
      return true;
    });
    const room = Math.max(0, PHOTOS_MAX - this.tiles.length);
    const accepted = fresh.slice(0, room);

    const notices: string[] = [];
    if (pictures.length < chosen.length) notices.push("You can only add photos.");
    if (fresh.length < pictures.length) notices.push("We skipped photos you'd already added.");
    if (accepted.length < fresh.length)
      notices.push(`A listing can have up to ${PHOTOS_MAX} photos. We skipped the rest.`);

    const added = accepted.map((file): PhotoTile => {
      const key = crypto.randomUUID();
      this.#files.set(key, file);
      return {
        key,
        name: file.name || "Photo",
        preview: this.#tools.preview(file),
        state: "waiting",
        progress: 0,
        photo: null,
        message: null,
        retryable: true,
      };
    });
    this.store.setState({ tiles: [...this.tiles, ...added], notice: notices.join(" ") || null });
    this.#pump();
  }

  remove(key: string): void {
    this.#running.get(key)?.abort();
    this.#files.delete(key);
    const tile = this.tiles.find((candidate) => candidate.key === key);
    if (tile?.preview) this.#tools.forget(tile.preview);
    this.store.setState({ tiles: this.tiles.filter((candidate) => candidate.key !== key), notice: null });
    this.#pump();
  }

  /** Cancels an upload and keeps its tile for a retry. */
  cancel(key: string): void {
    this.#running.get(key)?.abort();
    this.#patch(key, { state: "failed", message: "Upload cancelled.", retryable: true });
    this.#pump();
  }

  retry(key: string): void {
    if (!this.#files.has(key)) return;
    this.#patch(key, { state: "waiting", progress: 0, message: null });
    this.#pump();
  }

  /** Moves a photo; indexes out of range are clamped. */
  move(key: string, to: number): void {
    const from = this.tiles.findIndex((tile) => tile.key === key);
    const moved = this.tiles[from];
    if (!moved) return;
    const rest = this.tiles.filter((tile) => tile.key !== key);
    const place = Math.min(Math.max(to, 0), rest.length);
    this.store.setState({ tiles: [...rest.slice(0, place), moved, ...rest.slice(place)] });
  }

  /** Marks a stored photo that no longer loads; the server deletes unused photos of drafts after a day. */
  markMissing(key: string): void {
    this.#patch(key, {
      state: "failed",
      photo: null,
      message: "We no longer have this photo. Please remove it and add it again.",
      retryable: false,
    });
  }

  /** Replaces the list with these stored photos, after another version of the listing was loaded. */
  replaceStored(photos: Photo[]): void {
    const same =
      photos.length === this.tiles.length && photos.every((photo, i) => this.tiles[i]?.photo?.id === photo.id);
    if (!same) {
      this.clear();
      this.store.setState({ tiles: photos.map(storedTile), notice: null });
    }
  }

  clear(): void {
    this.dispose();
    this.#files.clear();
    this.store.setState({ tiles: [], notice: null });
  }

  /** Cancels all uploads, when the form unmounts. */
  dispose(): void {
    for (const running of this.#running.values()) running.abort();
    for (const tile of this.tiles) if (tile.preview) this.#tools.forget(tile.preview);
  }

  /** Resolves when no upload is running, successful or not. */
  settled(): Promise<void> {
    if (!this.busy) return Promise.resolve();
    return new Promise((resolve) => {
      const stop = this.store.subscribe(() => {
        if (this.busy) return;
        stop();
        resolve();
      });
    });
  }

  #patch(key: string, change: Partial<PhotoTile>): void {
    this.store.setState({ tiles: this.tiles.map((tile) => (tile.key === key ? { ...tile, ...change } : tile)) });
  }

  #pump(): void {
    for (const tile of this.tiles) {
      if (this.#running.size >= AT_ONCE) return;
      if (tile.state === "waiting" && !this.#running.has(tile.key)) void this.#send(tile.key);
    }
  }

  async #send(key: string): Promise<void> {
    const file = this.#files.get(key);
    if (!file) return;
    const control = new AbortController();
    this.#running.set(key, control);
    try {
      this.#patch(key, { state: "preparing" });
      const renditions = await this.#tools.resize(file);
      control.signal.throwIfAborted();
      this.#patch(key, { state: "uploading" });
      const photo = await this.#tools.upload(
        renditions,
        (progress) => {
          if (!control.signal.aborted) this.#patch(key, { progress });
        },
        control.signal,
      );
      if (!control.signal.aborted) this.#patch(key, { state: "stored", progress: 1, photo });
    } catch (error) {
      if (!control.signal.aborted) {
        const known = error instanceof PhotoError;
        const message = known ? error.message : "We couldn't process this photo. Please try another one.";
        this.#patch(key, { state: "failed", message, retryable: known && error.retryable });
      }
    } finally {
      // A retry waits for this entry to be removed, so that a photo is not sent twice while a cancelled upload ends.
      this.#running.delete(key);
      this.#pump();
    }
  }
}

/** Whether the photo still waits for its upload or is being uploaded. */
export function isBusy(tile: PhotoTile): boolean {
  return tile.state === "waiting" || tile.state === "preparing" || tile.state === "uploading";
}

function storedTile(photo: Photo): PhotoTile {
  return {
    key: photo.id,
    name: "Photo",
    preview: null,
    state: "stored",
    progress: 1,
    photo,
    message: null,
    retryable: false,
  };
}
