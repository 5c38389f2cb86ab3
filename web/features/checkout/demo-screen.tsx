import { useMemo, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { PageBody, PageHeader, Panel } from "../../ui/layout.tsx";
import { Notice } from "../../ui/notice.tsx";
import { RadioCards } from "../../ui/radio-cards.tsx";
import { SANDBOX_ITEM, type Scenario, sandboxCalls } from "./sandbox.ts";
import { useCheckout } from "./use-checkout.ts";
import { WizardBody, WizardButtons, WizardHold, wizardTitle } from "./wizard.tsx";

const OPTIONS: { value: Scenario; label: string; description: string }[] = [
  { value: "paid", label: "A lamp for $45.50", description: "Card, bank transfer and crypto, all to the end." },
  { value: "free", label: "A free chair", description: "Two steps, nothing to pay." },
  { value: "lapse", label: "The hold ends", description: "After 20 seconds." },
  { value: "changed", label: "The price changes", description: "While the buyer is about to complete." },
  { value: "refused", label: "The purchase is refused", description: "At the last step." },
  { value: "held", label: "Somebody else holds it", description: "It does not even begin." },
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
        description="The wizard buyers go through, with an item that does not exist. Nothing is held, ordered or charged."
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
            Start the demo
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
      <Notice kind="info" className="mb-5" title="This is a demonstration">
        <p>
          The account, the wallets and the reference are made up: never pay to them. For a card use a test number, for a
          transaction hash any 64 digits.
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
        End the demo
      </Button>
    </>
  );
}
