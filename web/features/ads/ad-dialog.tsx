import { ExternalLink } from "lucide-react";
import type { AdView } from "#contract/items/marketplace";
import { LinkButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { PhotoImg } from "../../ui/photo-img.tsx";

interface AdDialogProps {
  ad: AdView;
  open: boolean;
  onClose: () => void;
}

/** The full ad with a link to the advertiser. External links open in a new tab (D13). */
export function AdDialog({ ad, open, onClose }: AdDialogProps) {
  const elsewhere = ad.link_url !== null && !ad.link_url.startsWith("/");
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Sponsored Content"
      footer={
        ad.link_url === null ? undefined : (
          <LinkButton
            to={ad.link_url}
            rel="sponsored noopener"
            target={elsewhere ? "_blank" : undefined}
            icon={elsewhere ? <ExternalLink className="size-4" /> : undefined}
          >
            {elsewhere ? `Visit ${siteOf(ad.link_url)}` : "View ad"}
            {elsewhere ? <span className="sr-only"> (opens in a new tab)</span> : null}
          </LinkButton>
        )
      }
    >
      {ad.image_url === null ? null : (
        <PhotoImg photo={null} url={ad.image_url} alt="" className="aspect-video w-full rounded-lg" />
      )}
      <h3 dir="auto" className="mt-4 text-lg font-bold">
        {ad.title}
      </h3>
      {ad.description ? (
        <p dir="auto" className="mt-1 whitespace-pre-line">
          {ad.description}
        </p>
      ) : null}
      <p className="mt-3 text-sm text-muted">This is an ad. Goodstreet isn't the seller.</p>
    </Dialog>
  );
}

/** Returns the site of a link, "example.com", so that users see where the button leads. */
function siteOf(link: string): string {
  return new URL(link).hostname.replace(/^www\./, "");
}
