import { Download, Trash2 } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import { installOffer, installState } from "../../../lib/install-offer.ts";
import { clearCache } from "../../../lib/offline-cache.ts";
import { useSession } from "../../../lib/session.ts";
import { Button } from "../../../ui/button.tsx";
import { Section } from "../../../ui/layout.tsx";
import { toast } from "../../../ui/toast.tsx";

const removed = {
  title: "Removed",
  description: "We'll save pages for offline use again as you open them.",
};

const notRemoved = { title: "That didn't work", description: "Your browser didn't let us remove it." };

/** Settings section: installs the app and describes the offline cache of this browser. */
export function DeviceSettings() {
  const { user } = useSession();
  const offer = useStore(installOffer);
  const state = installState(offer);
  const [busy, setBusy] = useState(false);

  async function install() {
    setBusy(true);
    try {
      await offer?.prompt();
    } finally {
      // The browser lets a page use each install prompt only once.
      installOffer.setState(null, true);
      setBusy(false);
    }
  }

  async function remove() {
    setBusy(true);
    try {
      if (user) await clearCache(user.id);
      toast(removed);
    } catch {
      toast({ ...notRemoved, variant: "destructive" });
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="mt-12 border-t border-line pt-8">
      <Section
        id="on-this-device"
        title="On this device"
        description="You can view recent items, your orders with their pickup codes, and your conversations offline. They stay on this device until you sign out."
      >
        {state === "by-hand" ? (
          <p className="mb-4 max-w-prose text-muted">
            To add Goodstreet to your home screen, tap Share, then Add to Home Screen.
          </p>
        ) : null}
        {state === "installed" ? <p className="mb-4 text-muted">You've installed Goodstreet as an app.</p> : null}
        <div className="flex flex-wrap gap-2.5">
          {state === "offered" ? (
            <Button
              variant="secondary"
              loading={busy}
              icon={<Download className="size-4" />}
              onClick={() => void install()}
            >
              Install Goodstreet
            </Button>
          ) : null}
          <Button variant="ghost" loading={busy} icon={<Trash2 className="size-4" />} onClick={() => void remove()}>
            Remove saved data
          </Button>
        </div>
      </Section>
    </div>
  );
}
