import { Suspense } from "react";
import { lazyPart } from "./lazy-part.tsx";

interface QrCodeProps {
  value: string;
  title: string;
}

// The same code is always shown as text too, so the page works if this fails to load.
const QrImage = lazyPart(() => import("./qr-image.tsx"));

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
