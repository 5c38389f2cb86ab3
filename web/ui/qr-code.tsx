import { type ComponentType, lazy, Suspense } from "react";

interface QrCodeProps {
  value: string;
  title: string;
}

// The same code is always shown as text too, so the page works if this fails to load.
const QrImage = lazy<ComponentType<QrCodeProps>>(() => import("./qr-image.tsx").catch(() => ({ default: () => null })));

/** A QR code of 200 px, for a camera. */
export function QrCode(props: QrCodeProps) {
  return (
    <div className="size-50">
      <Suspense fallback={null}>
        <QrImage {...props} />
      </Suspense>
    </div>
  );
}
