/** GET /api/policies/:policy: a policy, as /Privacy, /Terms, /HowWeDecide and /Accessibility show it. */
export interface PolicyPage {
  title: string;
  /** "Last changed 29 November 2026". */
  changed: string;
  /** HTML, like the chapters. */
  summary: string;
  chapters: { id: string; title: string; html: string }[];
}
