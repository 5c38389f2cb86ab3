import { QRCodeSVG } from "qrcode.react";

/** QR code of 200 px, error correction level M, dark on white in both themes. Separate chunk: few orders need it. */
export default function QrPicture({ value, title }: { value: string; title: string }) {
  return <QRCodeSVG value={value} title={title} size={200} level="M" bgColor="#ffffff" fgColor="#14211c" />;
}
