/** Value of each named control. An unchecked checkbox is absent. */
export type Values = Record<string, string>;

/** The values of a form's controls. */
export const valuesOf = (form: HTMLFormElement): Values =>
  Object.fromEntries([...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));

/** Whether nothing is filled in, apart from the preset values. A select always has a value, which does not count. */
export const isBlank = (form: HTMLFormElement, preset: Values = {}): boolean =>
  Object.entries(valuesOf(form)).every(
    ([name, value]) => value === (preset[name] ?? '') || form.elements.namedItem(name) instanceof HTMLSelectElement,
  );

/** The message of each field that the browser finds invalid or that has a message in `required` and is empty. */
export const invalidFields = (form: HTMLFormElement, required: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    ([...form.elements] as HTMLInputElement[]).flatMap(({ name, value, validity, validationMessage }) => {
      const message = value === '' && !validity.badInput ? (required[name] ?? validationMessage) : validationMessage;
      return name && message ? [[name, message]] : [];
    }),
  );

/** Sets the form's controls, except those that differ from `since`. Returns whether anything changed. An unchecked checkbox has no value. */
export function fillIn(form: HTMLFormElement, values: Values, since?: Values): boolean {
  let changed = false;
  const isSelect = (control: Element) => control instanceof HTMLSelectElement;
  // Selects first, because they may change the type of other controls.
  for (const control of [...form.elements].toSorted((a, b) => Number(isSelect(b)) - Number(isSelect(a)))) {
    if (control instanceof HTMLInputElement && control.type === 'checkbox') {
      if (control.checked !== control.name in values) {
        control.click(); // fires the events that dependent controls listen to
        changed = true;
      }
    } else if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement || control instanceof HTMLSelectElement) {
      const value = values[control.name];
      if (value === undefined || value === control.value || (since && since[control.name] !== control.value)) continue;
      control.value = value;
      control.dispatchEvent(new Event('input', { bubbles: true })); // updates the character counter
      changed = true;
    }
  }
  return changed;
}
