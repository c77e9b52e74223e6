/** Escaped HTML. */
class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type { Html };

type Part = Html | string | number | undefined | false | Part[];

/**
 * Builds HTML from a template. Escapes interpolated values other than `Html`, joins arrays, and renders undefined and false as nothing.
 *
 *     html`<ul>${names.map((name) => html`<li>${name}</li>`)}</ul>`.text
 */
export function html(parts: TemplateStringsArray, ...values: Part[]): Html {
  return new Html(parts.reduce((text, part, index) => text + toText(values[index - 1]) + part));
}

/** Marks trusted text, such as our own style sheet, as HTML without escaping. Never use it with user input. */
export const verbatim = (text: string) => new Html(text);

function toText(value: Part): string {
  if (value === undefined || value === false) return '';
  if (Array.isArray(value)) return value.map(toText).join('');
  return value instanceof Html ? value.text : escaped(String(value));
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
