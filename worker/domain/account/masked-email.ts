/** Masks a buyer's email address for the seller (D7): "jane@b.example" → "j•••@b.example". */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf("@");
  if (at < 1) return "•••";
  const [first = ""] = email;
  return `${first}•••${email.slice(at)}`;
}
