import DemoChat from "../features/knowzee/demo-chat.tsx";
import { DemoListings } from "../features/market/demo-listings.tsx";

/** The demo items of an empty marketplace, with the demo negotiation. */
export default function DemoListingsWithChat() {
  return <DemoListings Chat={DemoChat} />;
}
