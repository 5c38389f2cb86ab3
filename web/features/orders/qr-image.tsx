import { QRCodeSVG } from "qrcode.react";

/** 200 px, error correction level M, dark on white in both themes. A chunk of its own, because few orders need it. */
export default function QrPicture({ value, title }: { value: string; title: string }) {
  return <QRCodeSVG value={value} title={title} size={200} level="M" bgColor="#ffffff" fgColor="#14211c" />;
}
