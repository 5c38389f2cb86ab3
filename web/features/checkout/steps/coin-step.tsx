import { COIN_FACTS, type Coin } from "#domain/payments/crypto-coins";
import { RadioCards } from "../../../ui/radio-cards.tsx";

interface CoinStepProps {
  coins: readonly Coin[];
  coin: Coin | null;
  onChoose: (coin: Coin) => void;
}

/** Step 3 of crypto: choice of the coins the seller has a wallet for, each on one network. */
export function CoinStep({ coins, coin, onChoose }: CoinStepProps) {
  return (
    <RadioCards
      legend="Choose a cryptocurrency"
      hideLegend
      options={coins.map((value) => ({
        value,
        label: `${COIN_FACTS[value].name} (${COIN_FACTS[value].symbol})`,
        description: COIN_FACTS[value].network,
      }))}
      value={coin}
      onChange={onChoose}
    />
  );
}
