import type { ShowsUp } from "#domain/orders/showing-up";

/** "Shows up 11 of 12" (D56). */
export const showsUpText = ({ kept, of }: ShowsUp): string => `Shows up ${kept} of ${of}`;
