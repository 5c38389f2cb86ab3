/** Published example addresses (BIP-173, BIP-350, EIP-55, XLS-5): valid checksums, but never pay to them. */
const BTC = [
  "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
  "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
  "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy",
];
const ETH = [
  "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
  "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
];
const XRP = ["rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY", "rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY?dt=12345"];

/** Returns the wallets of the n-th demo user: every third user has none, and some have only two coins. */
export function demoWallets(n: number): Record<string, string> {
  if (n % 3 === 2) return {};
  const pick = (list: string[]) => list[n % list.length] ?? "";
  const wallets = { btc: pick(BTC), eth: pick(ETH), usdt: pick(ETH), usdc: pick(ETH), xrp: pick(XRP) };
  return n % 5 === 4 ? { btc: wallets.btc, eth: wallets.eth } : wallets;
}
