const FIELD =
  ":is(input:not([type=hidden],[type=file]), select, textarea):not(:disabled,[tabindex='-1'],[aria-hidden=true])";
const OPENS_KEYBOARD = "input:not([type=radio],[type=checkbox],[type=range],[type=date],[type=color]), textarea";

type FieldElement = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Whether the dialog says something above the field, apart from the field's own label. */
function hasTextAbove(popup: HTMLElement, field: FieldElement): boolean {
  const body = popup.querySelector("[data-body]");
  if (popup.hasAttribute("aria-describedby") || !body) return true;
  const above = document.createRange();
  above.selectNodeContents(body);
  if (body.contains(field)) above.setEndBefore(field);
  return (
    above
      .toString()
      .replace(field.labels?.[0]?.textContent ?? "", "")
      .trim() !== ""
  );
}

/**
 * Returns what gets the focus when a dialog opens: its first field, or without fields its main action, which is the
 * last button of the footer. Enter pressed by accident must not delete anything, so a dangerous action leaves the focus
 * to Cancel. On touch screens a field would open the keyboard over the text above it; there the dialog gets the focus.
 */
export function firstFocus(popup: HTMLElement): HTMLElement {
  const fields = [...popup.querySelectorAll<FieldElement>(FIELD)];
  const [first] = fields;
  if (first === undefined) {
    return (
      [...popup.querySelectorAll<HTMLElement>("[data-footer] :is(button:enabled:not([data-danger]), a)")].at(-1) ??
      popup
    );
  }
  if (first.matches(OPENS_KEYBOARD) && matchMedia("(pointer: coarse)").matches && hasTextAbove(popup, first)) {
    return popup;
  }
  // Tab reaches only the chosen one of a group of radio buttons.
  return (first.type === "radio" && fields.find((one) => one.name === first.name && one.matches(":checked"))) || first;
}
