import { QRCodeSVG } from "qrcode.react";

/**
 * QR code of a wallet address: 200 px, error correction level M. Dark on white in both themes, because wallets cannot
 * read inverted codes.
 */
export default function WalletQr({ content }: { content: string }) {
  return (
    <QRCodeSVG
      value={content}
      size={200}
      level="M"
      marginSize={2}
      bgColor="#ffffff"
      fgColor="#000000"
      title="QR code for the wallet address"
      className="rounded-md"
    />
  );
}
