/** Formats an identifier as text: "payment_pending_seller_confirmation" → "Payment pending seller confirmation". */
export function identifierLabel(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
