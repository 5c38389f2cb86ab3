import DemoChat from "../features/knowzee/demo-chat.tsx";
import { DemoListings } from "../features/market/demo-listings.tsx";

/** The demo items of an empty marketplace, with the negotiation they can be tried on. */
export default function DemoListingsWithChat() {
  return <DemoListings Chat={DemoChat} />;
}
