import type { ReactNode } from "react";
import { useNearPlace } from "./near-place.tsx";

interface NearAndFurtherProps<T> {
  items: readonly T[];
  isNear: (item: T) => boolean;
  children: (part: readonly T[]) => ReactNode;
}

/** A list that begins near the visitor: "Near Newtown", then "Further away" (D78). Without a place it has no headings. */
export function NearAndFurther<T>({ items, isNear, children }: NearAndFurtherProps<T>) {
  const near = useNearPlace();
  if (!near) return children(items);
  const parts = [
    { title: `Near ${near.suburb}`, part: items.filter(isNear) },
    { title: "Further away", part: items.filter((item) => !isNear(item)) },
  ];
  return parts.map(({ title, part }) =>
    part.length === 0 ? null : (
      <section key={title} aria-label={title} className="not-first:mt-9">
        <h2 className="mb-4 text-lg font-bold">{title}</h2>
        {children(part)}
      </section>
    ),
  );
}
