import { useQueryClient } from "@tanstack/react-query";
import type { OrderView } from "#contract/orders";
import { formatDay } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Panel, Section } from "../../ui/layout.tsx";
import { NeedsNetwork } from "../../ui/needs-network.tsx";
import { toast, toastError } from "../../ui/toast.tsx";
import { useOrderCommand } from "./api.ts";

/** Asks the person that the seller named as buyer whether they bought it (D88). One tap answers. */
export function OrderSale({ order }: { order: OrderView }) {
  const command = useOrderCommand();
  const client = useQueryClient();
  if (order.role !== "buyer" || order.sale_answer_until === null) return null;
  const answer = (mine: boolean) =>
    void command.mutateAsync({ order, command: { kind: "answer_sale", mine } }).then(() => {
      void client.invalidateQueries({ queryKey: ["ratings"] });
      toast(
        mine
          ? { title: "Sale confirmed", description: "You can rate each other now." }
          : { title: "Thanks for telling us", description: "We've removed your name from this sale." },
      );
    }, toastError("We couldn't save your answer"));
  return (
    <Section title="Did you buy this?">
      <Panel className="grid gap-4">
        <p>
          {order.counterparty.display_name} marked it as sold to you. Nobody can rate it until you confirm. You can
          answer until {formatDay(order.sale_answer_until)}.
        </p>
        <NeedsNetwork>
          <div className="flex flex-wrap gap-3">
            <Button variant="primary" loading={command.isPending} onClick={() => answer(true)}>
              Yes, I bought it
            </Button>
            <Button variant="secondary" disabled={command.isPending} onClick={() => answer(false)}>
              That wasn't me
            </Button>
          </div>
        </NeedsNetwork>
      </Panel>
    </Section>
  );
}
