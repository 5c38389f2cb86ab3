import encodeQr from "qr";

/** White space around the code, in modules: scanners find its edges by it. */
const QUIET_ZONE = 2;

/**
 * A QR code of 200 px, error correction level M; dark on white in both themes, because some scanners cannot read
 * inverted codes. A separate chunk: few pages need it.
 */
export default function QrImage({ value, title }: { value: string; title: string }) {
  const rows = encodeQr(value, "raw", { ecc: "medium", border: QUIET_ZONE });
  const modules = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <svg
      role="img"
      aria-label={title}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      width={200}
      height={200}
      className="rounded-md bg-white"
    >
      <path d={modules.join("")} fill="#000000" />
    </svg>
  );
}
