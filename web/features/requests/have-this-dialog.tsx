import { MessageCircle, Plus } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import type { RequestDetail } from "#contract/requests";
import { errorMessage } from "../../lib/api-client.ts";
import { useRequestKey } from "../../lib/request-key.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast.tsx";
import { ItemPicker } from "../items/index.ts";
import { openThread } from "../messages/index.ts";
import { useOwnListings } from "../selling/index.ts";
import { offerListing } from "./api.ts";
import { thingOf } from "./request-values.ts";

interface HaveThisProps {
  request: RequestDetail;
  open: boolean;
  onClose: () => void;
}

/** "I have this": offers one of the viewer's listings, creates one, or messages the author. */
export function HaveThisDialog({ request, open, onClose }: HaveThisProps) {
  const name = request.author.display_name;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="I have this"
      description={`Show ${name} your listing, or message them first. They won't see your address.`}
    >
      <Ways request={request} onClose={onClose} />
    </Dialog>
  );
}

function Ways({ request, onClose }: Omit<HaveThisProps, "open">) {
  const navigate = useNavigate();
  const listings = useOwnListings();
  const [chosen, setChosen] = useState<string[]>([]);
  const [busy, setBusy] = useState<"offer" | "message" | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const key = useRequestKey();
  const name = request.author.display_name;

  const attempt = async (what: "offer" | "message", work: () => Promise<void>) => {
    setBusy(what);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem(errorMessage(error));
    } finally {
      setBusy(null);
    }
  };
  const show = (itemId: string) =>
    attempt("offer", async () => {
      await offerListing(request.id, itemId, key.keyFor(itemId));
      key.answered();
      onClose();
      toast({ title: "Listing shown", description: `${name} can see your listing now.` });
    });
  const write = () =>
    attempt("message", async () => {
      const { id } = await openThread({ user_id: request.author.id });
      void navigate(`/Messages/${id}`);
    });
  const listIt = () => {
    const query = new URLSearchParams({ title: thingOf(request.title), category: request.category ?? "" });
    void navigate(`/AddItem?${query}`);
  };
  const items = listings.data?.filter((item) => item.status === "active") ?? [];
  const [itemId] = chosen;
  return (
    <div className="grid gap-5">
      {listings.isPending ? (
        <Skeleton className="h-32" />
      ) : items.length > 0 ? (
        <div className="grid gap-3">
          <ItemPicker
            legend="Your listings"
            items={items}
            chosen={chosen}
            onChange={setChosen}
            multiple={false}
            more={listings}
          />
          <Button
            block
            loading={busy === "offer"}
            disabled={itemId === undefined || busy === "message"}
            onClick={() => itemId !== undefined && void show(itemId)}
          >
            Show it to {name}
          </Button>
        </div>
      ) : null}
      <div className="grid gap-2.5 sm:grid-cols-2">
        <Button
          variant={items.length > 0 ? "secondary" : "primary"}
          icon={<Plus className="size-4.5" />}
          onClick={listIt}
        >
          List it now
        </Button>
        <Button
          variant="secondary"
          loading={busy === "message"}
          disabled={busy === "offer"}
          icon={<MessageCircle className="size-4.5" />}
          onClick={() => void write()}
        >
          Message {name}
        </Button>
      </div>
      {problem ? <Notice kind="error">{problem}</Notice> : null}
    </div>
  );
}
