import { MessageCircle } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import type { TradeView } from "#contract/trades";
import { problemMessage } from "../../lib/api-client.ts";
import { openConversation } from "../../lib/open-conversation.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";
import * as words from "./trade-words.ts";

/** The conversation of the two about the thing that is asked for: where they agree on when and where to meet. */
export function MessageButton({ trade }: { trade: TradeView }) {
  const [opening, setOpening] = useState(false);
  const navigate = useNavigate();
  const open = async () => {
    setOpening(true);
    try {
      const { id } = await openConversation({ item_id: trade.target.id, user_id: trade.counterparty.id });
      await navigate(`/Messages/${id}`);
    } catch (error) {
      toast({ title: words.conversationNotOpened, description: problemMessage(error), variant: "destructive" });
    } finally {
      setOpening(false);
    }
  };
  return (
    <Button
      variant="secondary"
      loading={opening}
      icon={<MessageCircle className="size-4.5" aria-hidden="true" />}
      onClick={() => void open()}
    >
      {words.messageTo(trade.counterparty.display_name)}
    </Button>
  );
}
