import { Handshake } from "lucide-react";
import { useRef, useState } from "react";
import type { NegotiationMessage } from "#contract/negotiation";
import { api, unwrap } from "../../lib/api-client.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Composer } from "./composer.tsx";
import { NegotiationLog } from "./negotiation-log.tsx";
import { offeredAmounts } from "./offered-amounts.ts";
import { OPENERS } from "./openers.ts";
import { errorText, typingTime } from "./use-negotiation.ts";

interface DemoChatProps {
  id: string;
  title: string;
  price: number;
}

/** A negotiation about a demo item. The messages stay in the browser; nothing can be accepted or bought (D3). */
export default function DemoChat({ id, title, price }: DemoChatProps) {
  const [open, setOpen] = useState(false);
  const [messages, setMessages] = useState<NegotiationMessage[]>([]);
  const [pending, setPending] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLTextAreaElement>(null);

  const say = async (text: string): Promise<boolean> => {
    const buyerTexts = [...messages.filter(({ from }) => from === "buyer").map((message) => message.text), text];
    setPending(text);
    setProblem(null);
    try {
      const request = api.api["demo-items"][":demo_item"].negotiate.$post({
        param: { demo_item: id },
        json: { messages: buyerTexts },
      });
      const [reply] = await Promise.all([unwrap(request), typingTime()]);
      setMessages(reply.messages);
      return true;
    } catch (error) {
      setProblem(errorText(error));
      return false;
    } finally {
      setPending(null);
    }
  };

  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        block
        className="mt-2.5"
        icon={<Handshake className="size-4.5" />}
        aria-haspopup="dialog"
        aria-label={`Make an offer: ${title}`}
        onPointerEnter={Dialog.preload}
        onFocus={Dialog.preload}
        onClick={() => setOpen(true)}
      >
        Make an offer
      </Button>
      <Dialog
        open={open}
        onClose={() => {
          setOpen(false);
          setMessages([]);
          setProblem(null);
        }}
        title="Knowzee"
        description="This is an example, so you can't buy it."
        footer={
          <div className="w-full pt-3">
            <Composer
              input={input}
              waiting={pending !== null}
              say={say}
              suggestions={messages.length > 0 || pending !== null ? [] : OPENERS}
              amounts={offeredAmounts(price, null, messages)}
            />
          </div>
        }
      >
        <NegotiationLog messages={messages} pending={pending} problem={problem} title={title} className="h-[46dvh]" />
      </Dialog>
    </>
  );
}
