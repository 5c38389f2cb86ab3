import { Notice } from "../../../ui/notice.tsx";
import { TransferDetails } from "../../orders/index.ts";
import { SafetyTip } from "../../safety/index.ts";
import type { TransferTerms } from "../api.ts";
import { noBankDetails } from "../checkout-state.ts";
import type { Offer } from "../offer.ts";

/** Where to transfer the money, before anything is ordered. */
export function BankStep({ offer, bank }: { offer: Offer; bank: TransferTerms | null }) {
  const tip =
    offer.new_sellers[0] === undefined ? null : (
      <SafetyTip kind="new_seller" className="mb-3">
        {transferTip(offer)}
      </SafetyTip>
    );
  if (!bank?.details) {
    const { title, description } = noBankDetails(bank?.available_from ?? offer.no_bank_details?.available_from ?? null);
    return (
      <Notice kind="warning" title={title}>
        <p className="mt-1">{description}</p>
      </Notice>
    );
  }
  return (
    <>
      {tip}
      <p className="mb-3">
        Transfer after you press <strong>Complete Purchase</strong>. Include the reference so the seller can match your
        payment. Your order shows these details too.
      </p>
      <TransferDetails details={bank.details} amount={offer.amount} reference={bank.reference} />
    </>
  );
}

function transferTip({ new_sellers, methods }: Offer): string {
  const who = new_sellers.length === 1 ? `${new_sellers[0]} is new here` : "Some of these sellers are new here";
  const other = methods.includes("cash") ? " You can also pay at pickup." : "";
  return `${who}, and a bank transfer is hard to get back. Ask for a recent photo first if anything seems off.${other}`;
}
