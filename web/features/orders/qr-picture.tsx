import { QRCodeSVG } from "qrcode.react";

/** 200 px, medium correction, dark on white in both themes. A chunk of its own: few orders are looked at with it. */
export default function QrPicture({ value, title }: { value: string; title: string }) {
  return <QRCodeSVG value={value} title={title} size={200} level="M" bgColor="#ffffff" fgColor="#14211c" />;
}
