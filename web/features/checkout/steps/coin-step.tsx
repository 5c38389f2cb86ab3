import { COIN_FACTS, type Coin } from "#domain/payments/crypto-coins";
import { RadioCards } from "../../../ui/radio-cards.tsx";
import type { Offer } from "../offer.ts";

interface CoinStepProps {
  offer: Offer;
  coin: Coin | null;
  onChoose: (coin: Coin) => void;
}

/** Choice among the coins that the seller has a wallet for. */
export function CoinStep({ offer, coin, onChoose }: CoinStepProps) {
  return (
    <>
      <RadioCards
        legend="Choose a cryptocurrency"
        hideLegend
        options={offer.coins.map((value) => ({
          value,
          label: `${COIN_FACTS[value].name} (${COIN_FACTS[value].symbol})`,
          description: COIN_FACTS[value].network,
        }))}
        value={coin}
        onChange={onChoose}
      />
      <p className="mt-3 text-sm text-muted">
        Next, we show the amount and the seller's wallet, and hold the item for you while you send the payment.
      </p>
    </>
  );
}
