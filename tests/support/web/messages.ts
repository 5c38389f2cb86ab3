import type { MessageView, ThreadView } from "#contract/messages";

const NOW = new Date(2026, 10, 21, 10, 0).getTime();

/** Returns a message, by default from the other user. */
export function messageView(seq: number, over: Partial<MessageView> = {}): MessageView {
  return {
    id: `msg_${seq}`,
    conversation_id: "cnv_1",
    seq,
    kind: "text",
    from: "them",
    client_id: null,
    text: `Line ${seq}`,
    photo: null,
    event: null,
    held: null,
    cautions: [],
    at: NOW + seq * 1_000,
    ...over,
  };
}

export function threadView(over: Partial<ThreadView> = {}): ThreadView {
  return {
    id: "cnv_1",
    other: { id: "acc_leo00000000000000000", display_name: "Leo P" },
    item: {
      id: "itm_bike0000000000000000",
      title: "City bike",
      price: 200,
      photo_url: null,
      status: "active",
      seller_id: "acc_leo00000000000000000",
    },
    last_message: null,
    last_seq: 0,
    last_read_seq: 0,
    other_read_seq: 0,
    unread: 0,
    can_send: true,
    blocked_by_you: false,
    at: NOW,
    server_now: NOW,
    ...over,
  };
}
