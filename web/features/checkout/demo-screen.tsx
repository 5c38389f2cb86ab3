import { useMemo, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { PageBody, PageHeader } from "../../ui/layout.tsx";
import { Notice } from "../../ui/notice.tsx";
import { RadioCards } from "../../ui/radio-cards.tsx";
import CheckoutDialog from "./checkout-dialog.tsx";
import { type Scenario, sandboxCalls } from "./sandbox.ts";

const OPTIONS: { value: Scenario; label: string; description: string }[] = [
  { value: "paid", label: "A lamp for $45.50", description: "Card, bank transfer and crypto, start to finish." },
  { value: "free", label: "A free chair", description: "2 steps, nothing to pay." },
  { value: "lapse", label: "The hold ends", description: "After 20 seconds." },
  { value: "changed", label: "The price changes", description: "Just before the buyer confirms." },
  { value: "refused", label: "The purchase is refused", description: "When the buyer confirms." },
  { value: "held", label: "Someone else holds it", description: "Checkout doesn't start." },
];

/** /PaymentWizardDemo, for staff: the real checkout with a fictitious item. Nothing is sent to the server. */
export default function DemoScreen() {
  const [scenario, setScenario] = useState<Scenario>("paid");
  const [run, setRun] = useState<Scenario | null>(null);
  return (
    <PageBody width="form">
      <PageHeader
        title="Payment wizard demo"
        description="Try the buyers' checkout with a made-up item. Nothing is held, ordered or charged."
      />
      <RadioCards
        legend="What would you like to see?"
        columns={2}
        options={OPTIONS}
        value={scenario}
        onChange={setScenario}
      />
      <Notice kind="info" className="mt-5" title="This is a demo">
        <p>
          The account, wallets and reference are made up, so never send money to them. Any 64 digits work as the
          transaction hash.
        </p>
      </Notice>
      <Button size="lg" className="mt-6" onClick={() => setRun(scenario)}>
        Start demo
      </Button>
      {run === null ? null : <DemoRun scenario={run} onEnd={() => setRun(null)} />}
    </PageBody>
  );
}

function DemoRun({ scenario, onEnd }: { scenario: Scenario; onEnd: () => void }) {
  const calls = useMemo(() => sandboxCalls(scenario), [scenario]);
  return <CheckoutDialog demo={calls} open onClose={onEnd} />;
}
