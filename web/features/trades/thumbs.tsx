import { PhotoImg } from "../../ui/photo-img.tsx";

/** Pictures of the first few things, and how many more there are. What they are, the words beside it say. */
export function Thumbs({
  items,
  max,
}: {
  items: readonly { id: string; image_url: string | null }[];
  /** 5 in the proposal's preview, 4 in the list of offers (§9 Previews). */
  max: number;
}) {
  const more = items.length - max;
  return (
    <ul aria-hidden="true" className="flex flex-wrap gap-1.5">
      {items.slice(0, max).map((item) => (
        <li key={item.id}>
          <PhotoImg photo={null} url={item.image_url} alt="" className="size-14 rounded-sm" />
        </li>
      ))}
      {more > 0 ? (
        <li className="flex size-14 items-center justify-center rounded-sm bg-surface font-semibold text-muted tabular-nums">
          +{more}
        </li>
      ) : null}
    </ul>
  );
}
