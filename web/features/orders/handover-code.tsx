import type { OrderView } from "#contract/orders";
import { QrCode } from "../../ui/qr-code.tsx";

const pickupCodeSpoken = (value: string) => `Pickup code: ${value}`;

/** The buyer's handover code: six digits to read out, or a QR code to scan. White in both themes, for the camera. */
export function HandoverCode({ handover }: { handover: NonNullable<OrderView["handover"]> }) {
  const { code, qr } = handover;
  return (
    <div className="mt-5 grid items-center gap-x-8 gap-y-4 rounded-md bg-white p-5 text-center text-[#14211c] sm:grid-cols-[1fr_auto] sm:p-6">
      <div>
        <p className="text-sm font-semibold text-[#53635b]">Pickup code</p>
        {/* Two groups of three digits on screen; screen readers read single digits. */}
        <p
          role="img"
          aria-label={pickupCodeSpoken([...code].join(" "))}
          className="mt-1 flex select-all justify-center gap-4 text-[2.75rem]/[1.1] font-extrabold tabular-nums tracking-[0.06em] sm:text-[3.25rem]/[1.1]"
        >
          <span>{code.slice(0, 3)}</span>
          <span>{code.slice(3)}</span>
        </p>
        <p className="mx-auto mt-2 max-w-[36ch] text-sm text-[#53635b]">
          Show it only once you have the item. The seller uses it to complete the order.
        </p>
      </div>
      <div className="mx-auto">
        <QrCode value={qr} title="QR code for the pickup code" />
      </div>
    </div>
  );
}
