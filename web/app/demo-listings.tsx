import DemoChat from "../features/negotiation/demo-chat.tsx";
import { DemoListings } from "../features/items/marketplace/demo-listings.tsx";

/** The demo items of an empty marketplace, with the demo negotiation. */
export default function DemoListingsWithChat() {
  return <DemoListings Chat={DemoChat} />;
}
