/** Returns whether the staff member is a party to the case. They never decide their own case (D34). */
export function isPartyToCase(staffId: string, parties: readonly (string | null)[]): boolean {
  return parties.includes(staffId);
}
