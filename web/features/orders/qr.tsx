import { type ComponentType, lazy, Suspense } from "react";

interface QrProps {
  value: string;
  /** What a screen reader says in its place. */
  title: string;
}

// Beside every QR stands the same thing to type: without its picture nothing is lost.
const QrPicture = lazy<ComponentType<QrProps>>(() => import("./qr-picture.tsx").catch(() => ({ default: () => null })));

/** A QR code of 200 px on white, in both themes, for the camera. */
export function Qr(props: QrProps) {
  return (
    <div className="size-[200px]">
      <Suspense fallback={null}>
        <QrPicture {...props} />
      </Suspense>
    </div>
  );
}
