import Lightbox from "yet-another-react-lightbox";
import Thumbnails from "yet-another-react-lightbox/plugins/thumbnails";
import Zoom from "yet-another-react-lightbox/plugins/zoom";
import "yet-another-react-lightbox/styles.css";
import "yet-another-react-lightbox/plugins/thumbnails.css";
import "./photo-viewer.css";
import type { Photo } from "#contract/items";
import { photoAddress } from "#domain/items/photo-keys";
import { photoOrigin } from "../../lib/photo-origin.ts";
import { useBackCloses } from "../../ui/use-back-closes.ts";

const photoOf = (title: string, index: number, count: number) => `${title}, photo ${index} of ${count}`;

interface PhotoViewerProps {
  photos: readonly Photo[];
  title: string;
  at: number;
  open: boolean;
  onShow: (index: number) => void;
  onClose: () => void;
}

const addressOf = (url: string) => photoAddress(url, photoOrigin());

/** Full-screen photo viewer with swipe, arrow keys, zoom, Escape and Back, in a separate chunk. */
export default function PhotoViewer({ photos, title, at, open, onShow, onClose }: PhotoViewerProps) {
  const several = photos.length > 1;
  useBackCloses(open, onClose);
  return (
    <Lightbox
      open={open}
      close={onClose}
      index={at}
      on={{ view: ({ index }) => onShow(index) }}
      slides={photos.map((photo, index) => ({
        src: addressOf(photo.url),
        alt: photoOf(title, index + 1, photos.length),
        width: photo.width,
        height: photo.height,
        srcSet: [
          { src: addressOf(photo.url_400), width: 400, height: Math.round((400 * photo.height) / photo.width) },
          { src: addressOf(photo.url_800), width: 800, height: Math.round((800 * photo.height) / photo.width) },
          { src: addressOf(photo.url), width: photo.width, height: photo.height },
        ],
      }))}
      plugins={several ? [Zoom, Thumbnails] : [Zoom]}
      thumbnails={{ width: 72, height: 72, padding: 0, border: 2, borderRadius: 8, gap: 10, imageFit: "cover" }}
      carousel={{ finite: true, padding: 0 }}
      controller={{ closeOnPullDown: true, closeOnBackdropClick: true }}
      animation={{ fade: 200, swipe: 250 }}
      render={several ? {} : { buttonPrev: () => null, buttonNext: () => null }}
      labels={{ Lightbox: `Photos of ${title}` }}
      styles={{ root: { "--yarl__color_backdrop": "rgb(11 20 16)" } }}
    />
  );
}
