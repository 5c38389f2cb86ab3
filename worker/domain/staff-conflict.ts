/** Staff never decide a case they are a party to: someone else on the team has to (D34). */
export function isOwnCase(staffId: string, parties: readonly (string | null)[]): boolean {
  return parties.includes(staffId);
}
