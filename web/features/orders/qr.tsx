import { type ComponentType, lazy, Suspense } from "react";

interface QrProps {
  value: string;
  title: string;
}

// The same code is always shown as text too, so the page works if this fails to load.
const QrPicture = lazy<ComponentType<QrProps>>(() => import("./qr-image.tsx").catch(() => ({ default: () => null })));

/** A QR code of 200 px on white in both themes, for the camera. */
export function Qr(props: QrProps) {
  return (
    <div className="size-[200px]">
      <Suspense fallback={null}>
        <QrPicture {...props} />
      </Suspense>
    </div>
  );
}
