// Scan dialog.
export const weFoundNoQrCode = "We found no QR code in that picture. Take it straight on, with the whole code in it.";
export const scanQr = "Scan the QR";
export const findsItOnTheirOrder = (buyer: string) => `${buyer} finds it on their order page.`;
export const usePhoto = "Use a photo";
export const cameraPicture = "Camera picture";
export const goodstreetMayNotUseCamera =
  "Goodstreet may not use the camera. Allow it in your browser's settings, or use a photo of the code.";
export const thereIsNoCameraHere =
  "There is no camera here that we can use. Use a photo of the code instead, or type the digits.";
export const photoOfQrCode = "Photo of the QR code";
