import { useMemo, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { PageBody, PageHeader, Panel } from "../../ui/layout.tsx";
import { Notice } from "../../ui/notice.tsx";
import { RadioCards } from "../../ui/radio-cards.tsx";
import { SANDBOX_ITEM, type Scenario, sandboxCalls } from "./sandbox.ts";
import { useCheckout } from "./use-checkout.ts";
import { WizardBody, WizardButtons, WizardHold, wizardTitle } from "./wizard.tsx";

const OPTIONS: { value: Scenario; label: string; description: string }[] = [
  { value: "paid", label: "A lamp for $45.50", description: "Card, bank transfer and crypto, start to finish." },
  { value: "free", label: "A free chair", description: "2 steps, nothing to pay." },
  { value: "lapse", label: "The hold ends", description: "After 20 seconds." },
  { value: "changed", label: "The price changes", description: "Just before the buyer completes the purchase." },
  { value: "refused", label: "The purchase is refused", description: "At the last step." },
  { value: "held", label: "Someone else holds it", description: "Checkout doesn't start." },
];

/** /PaymentWizardDemo, for staff: the real wizard with a fictitious item. Nothing is sent to the server. */
export default function DemoScreen() {
  const [scenario, setScenario] = useState<Scenario>("paid");
  const [run, setRun] = useState<{ scenario: Scenario; number: number } | null>(null);
  const start = () => setRun((before) => ({ scenario, number: (before?.number ?? 0) + 1 }));
  return (
    <PageBody width="form">
      <PageHeader
        title="Payment wizard demo"
        description="Try the buyers' checkout with a made-up item. Nothing is held, ordered or charged."
      />
      {run === null ? (
        <>
          <RadioCards
            legend="What would you like to see?"
            columns={2}
            options={OPTIONS}
            value={scenario}
            onChange={setScenario}
          />
          <Button size="lg" className="mt-6" onClick={start}>
            Start demo
          </Button>
        </>
      ) : (
        <DemoRun key={run.number} scenario={run.scenario} onEnd={() => setRun(null)} />
      )}
    </PageBody>
  );
}

function DemoRun({ scenario, onEnd }: { scenario: Scenario; onEnd: () => void }) {
  const calls = useMemo(() => sandboxCalls(scenario), [scenario]);
  const checkout = useCheckout({ itemId: SANDBOX_ITEM, active: true, onRefused: onEnd, calls });
  return (
    <>
      <Notice kind="info" className="mb-5" title="This is a demo">
        <p>
          The account, wallets and reference are made up, so never send money to them. Use a test card number, and any
          64 digits as the transaction hash.
        </p>
      </Notice>
      <Panel className="bg-raised p-5 ring-1 ring-line">
        <h2 className="text-xl font-bold">{wizardTitle(checkout.state)}</h2>
        <p className="mb-5 text-muted">
          <WizardHold checkout={checkout} />
        </p>
        <WizardBody checkout={checkout} level="h3" />
        <div className="mt-6 flex flex-wrap-reverse justify-end gap-2.5 max-sm:*:flex-1">
          <WizardButtons checkout={checkout} onClose={onEnd} demo />
        </div>
      </Panel>
      <Button variant="ghost" className="mt-4" onClick={onEnd}>
        End demo
      </Button>
    </>
  );
}
