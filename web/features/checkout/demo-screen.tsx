import { useMemo, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { PageBody, PageHeader, Panel } from "../../ui/layout.tsx";
import { Notice } from "../../ui/notice.tsx";
import { RadioCards } from "../../ui/radio-cards.tsx";
import * as words from "./demo-words.ts";
import { SANDBOX_ITEM, type Scenario, sandboxCalls } from "./sandbox.ts";
import { useCheckout } from "./use-checkout.ts";
import { WizardBody, WizardButtons, WizardHold, wizardTitle } from "./wizard.tsx";

const OPTIONS: { value: Scenario; label: string; description: string }[] = [
  { value: "paid", label: words.lampFor, description: words.cardBankTransferAndCrypto },
  { value: "free", label: words.freeChair, description: words.twoStepsNothingToPay },
  { value: "lapse", label: words.holdEnds, description: words.after20SecondsInstead },
  { value: "changed", label: words.priceChanges, description: words.whileBuyerIsAbout },
  { value: "refused", label: words.purchaseIsRefused, description: words.atLastStep },
  { value: "held", label: words.heldByAnother, description: words.itDoesNotEvenBegin },
];

/** /PaymentWizardDemo, for staff: the real wizard with a fictitious item. Nothing is sent to the server. */
export default function DemoScreen() {
  const [scenario, setScenario] = useState<Scenario>("paid");
  const [run, setRun] = useState<{ scenario: Scenario; number: number } | null>(null);
  const start = () => setRun((before) => ({ scenario, number: (before?.number ?? 0) + 1 }));
  return (
    <PageBody width="form">
      <PageHeader title={words.paymentWizardDemo} description={words.wizardBuyersGoThrough} />
      {run === null ? (
        <>
          <RadioCards
            legend={words.whatWouldYouLike}
            columns={2}
            options={OPTIONS}
            value={scenario}
            onChange={setScenario}
          />
          <Button size="lg" className="mt-6" onClick={start}>
            {words.startDemo}
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
      <Notice kind="info" className="mb-5" title={words.thisIsDemonstration}>
        <p>{words.accountWalletsAndReference}</p>
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
        {words.endDemo}
      </Button>
    </>
  );
}
