/** Text that is HTML already. */
class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type { Html };

type Part = Html | string | number | undefined | false | Part[];

/**
 * HTML from a template. What stands between is escaped, unless it is HTML made here too; lists are joined, undefined and false are nothing.
 *
 *     html`<ul>${names.map((name) => html`<li>${name}</li>`)}</ul>`.text
 */
export function html(parts: TemplateStringsArray, ...values: Part[]): Html {
  return new Html(parts.reduce((text, part, index) => text + toText(values[index - 1]) + part));
}

/** Text that goes into the page as it is: a style sheet of ours, never anything that came in. */
export const verbatim = (text: string) => new Html(text);

function toText(value: Part): string {
  if (value === undefined || value === false) return '';
  if (Array.isArray(value)) return value.map(toText).join('');
  return value instanceof Html ? value.text : escaped(String(value));
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
