import type { ErrorBody } from "#contract/errors";
import type { Photo } from "#contract/items";
import { PhotoError, type PhotoSizes } from "./photo-resize.ts";

const TIMEOUT_MS = 120_000;

const UNREACHABLE = "The upload was interrupted. Please check your connection and try again.";

function messageOf(body: string): string | null {
  try {
    return (JSON.parse(body) as Partial<ErrorBody>).error?.message ?? null;
  } catch {
    return null;
  }
}

function extension(blob: Blob): string {
  return blob.type === "image/webp" ? "webp" : "jpg";
}

/**
 * Uploads one photo in its three sizes (POST /api/images). Uses XMLHttpRequest, because `fetch` reports no upload
 * progress. Rejects with `PhotoError` for anything a retry or another file may fix, and with the signal's reason when
 * cancelled.
 */
export function uploadPhoto(
  renditions: PhotoSizes,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<Photo> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const form = new FormData();
    for (const part of ["original", "w800", "w400"] as const) {
      form.append(part, renditions[part], `${part}.${extension(renditions[part])}`);
    }

    const request = new XMLHttpRequest();
    const cancel = () => request.abort();
    signal.addEventListener("abort", cancel);
    request.addEventListener("loadend", () => signal.removeEventListener("abort", cancel));

    request.upload.addEventListener("progress", (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    });
    request.addEventListener("load", () => {
      if (request.status === 201) {
        try {
          resolve(JSON.parse(request.responseText) as Photo);
          return;
        } catch {
          // A proxy's HTML page instead of our JSON counts as no reply.
        }
      }
      reject(new PhotoError(messageOf(request.responseText) ?? UNREACHABLE, true));
    });
    request.addEventListener("error", () => reject(new PhotoError(UNREACHABLE, true)));
    request.addEventListener("timeout", () => reject(new PhotoError(UNREACHABLE, true)));
    request.addEventListener("abort", () => reject(signal.reason));

    request.open("POST", "/api/images");
    request.timeout = TIMEOUT_MS;
    request.send(form);
  });
}
