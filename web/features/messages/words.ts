// The list of conversations

export const youBefore = "You:";
export const conversations = "Conversations";
export const messages = "Messages";
export const listFailed = "Your messages didn't load";
export const noMessagesYet = "No messages yet";
export const noMessagesYetDescription =
  "Questions about an item are asked from its page. What you and others write stands here.";
export const browseTheMarketplace = "Browse the marketplace";
export const showOlder = "Show older";
export const unreadCount = (count: number) => `${count} unread`;
export const photo = "Photo";
export const yesterday = "Yesterday";
export const loadingMessages = "Loading messages…";

// One conversation

export const messagesWith = (name: string) => `Messages with ${name}`;
export const noSuchConversation = "There is no such conversation";
export const noSuchConversationDescription = "It may belong to another account of yours.";
export const allMessages = "All messages";
export const conversationFailed = "This conversation didn't load";
export const youBlocked = (name: string) => `${name} is blocked. Unblock them to write again.`;
export const cannotWrite = (name: string) => `You can't write to ${name} at the moment.`;
export const conversationWith = (name: string) => `Conversation with ${name}`;
export const conversation = "Conversation";
export const moreAbout = (name: string) => `More about this conversation with ${name}`;
export const seePage = (name: string) => `See ${name}'s page`;
export const listAnItem = "List an item";
export const reportThisConversation = "Report this conversation";
export const unblock = (name: string) => `Unblock ${name}`;
export const block = (name: string) => `Block ${name}`;
export const reportedConversation = (name: string) => `your conversation with ${name}`;
export const sold = "Sold";
export const onHold = "On hold";
export const beingTraded = "Being traded";
export const beingPaidFor = "Being paid for";
export const notForSale = "Not for sale";
export const takenDown = "Taken down";
export const loadingConversation = "Loading conversation…";

// Message log

export const sayHello = (name: string) => `Say hello to ${name}`;
export const newMessages = "New messages";
export const read = "Read";
export const sent = "Sent";
export const isTyping = (name: string) => `${name} is typing…`;
export const toTheNewestMessage = "To the newest message";
export const reportedMessage = (name: string) => `this message from ${name}`;
export const keepItHere = "Keep it on Goodstreet: pay only through your order, and never share codes or passwords.";
export const today = "Today";

// One message

export const you = "You";
export const reportMessageFrom = (name: string) => `Report this message from ${name}`;
export const reportThisMessage = "Report this message";
export const heldBack = (name: string) => `Not delivered yet. Our team looks at this message before ${name} gets it.`;
export const turnedDown = "Not delivered. Our team has turned this message down.";
export const sending = "Sending…";
export const sendingLater = "Sending… once you are back online";
export const notSent = (why: string) => `Not sent. ${why}`;
export const tryAgain = "Try again";
export const discard = "Delete";
export const openPhotoFrom = (name: string) => `Open the photo from ${name}`;
export const sentBy = (name: string) => `Sent by ${name}`;
export const takeCareWithThisMessage = "Take care with this message";
export const reportIt = "Report it";
export const viewOrder = "View order";
export const viewTrade = "View trade";

// The composer

export const photoToSend = "Photo to send";
export const uploadingPhoto = (percent: number) => `Uploading photo… ${percent}%`;
export const removePhoto = "Remove photo";
export const addAPhoto = "Add a photo";
export const messageTo = (name: string) => `Message to ${name}`;
export const writeAMessage = "Write a message…";
export const send = "Send";
export const lengthOf = (length: number, most: number) => `${length} of ${most.toLocaleString("en-AU")}`;
export const photoFailed = "This photo could not be added. Please try another one.";

// No conversation selected

export const chooseAConversation = "Choose a conversation";
export const chooseAConversationDescription = "Or ask a seller something from the page of their item.";
