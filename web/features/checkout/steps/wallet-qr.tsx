import { QRCodeSVG } from "qrcode.react";
import * as words from "../words.ts";

/** 200 px at the medium error level. Dark on white in both themes: wallets do not read the inverse. */
export default function WalletQr({ content }: { content: string }) {
  return (
    <QRCodeSVG
      value={content}
      size={200}
      level="M"
      marginSize={2}
      bgColor="#ffffff"
      fgColor="#000000"
      title={words.qrCodeOfWalletAddress}
      className="rounded-md"
    />
  );
}
