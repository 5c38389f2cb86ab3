/** Small image files with valid headers and unique content. */

const ascii = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const u32 = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
const chunk = (name: string, body: ArrayLike<number>) => [
  ...u32(body.length),
  ...ascii(name),
  ...Array.from(body),
  0,
  0,
  0,
  0,
];

let counter = 0;

/** Returns a PNG of this size; `secret` is stored in a text chunk, like camera metadata. */
export function png(width = 640, height = 480, secret?: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([
    ...ascii("\x89PNG\r\n\x1a\n"),
    ...chunk("IHDR", [...u32(width), ...u32(height), 8, 2, 0, 0, 0]),
    ...(secret === undefined ? [] : chunk("tEXt", ascii(secret))),
    ...chunk("IDAT", u32(++counter)),
    ...chunk("IEND", []),
  ]);
}

export type UploadFiles = Record<string, Uint8Array<ArrayBuffer> | string>;

/** Returns a multipart form with these parts. */
export function uploadForm(files: UploadFiles): FormData {
  const form = new FormData();
  for (const [name, content] of Object.entries(files)) {
    if (typeof content === "string") form.append(name, content);
    else form.append(name, new Blob([content], { type: "image/png" }), `${name}.png`);
  }
  return form;
}
