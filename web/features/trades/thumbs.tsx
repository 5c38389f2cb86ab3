import { PhotoImg } from "../../ui/photo-img.tsx";

/** A row of item photos with the number of further ones. Decorative: the text next to it names the items. */
export function Thumbs({
  items,
  max,
}: {
  items: readonly { id: string; image_url: string | null }[];
  /** 5 in the preview of a proposal, 4 in the list of trades. */
  max: number;
}) {
  const more = items.length - max;
  return (
    <ul
      aria-hidden="true"
      className="grid gap-1.5"
      style={{ gridTemplateColumns: `repeat(${max}, minmax(0, 3.5rem))` }}
    >
      {items.slice(0, max).map((item, index) => (
        <li key={item.id} className="relative">
          <PhotoImg photo={null} url={item.image_url} alt="" className="aspect-square w-full rounded-sm" />
          {more > 0 && index === max - 1 ? (
            <span className="absolute inset-0 flex items-center justify-center rounded-sm bg-veil font-bold text-white tabular-nums">
              +{more}
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
