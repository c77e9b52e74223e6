import { InvalidFields } from '../../errors.ts';
import { exceededLimit, type JsonLimits } from '../../http/json-size.ts';

/** Far more than a résumé needs whose lists are as long as they may be in a profile. */
const most: JsonLimits = { values: 10_000, depth: 32 };

/** The value of a JSON text, which may begin with a byte order mark. One that is not JSON is refused with line, column and what stands there. */
export async function parseResume(text: string): Promise<unknown> {
  const json = text.replace(/^\ufeff/, '');
  if (json.trim() === '') throw refused('The file is empty');
  const exceeded = exceededLimit(json, most);
  if (exceeded === 'values') throw refused(`The file holds more than ${most.values} values; a résumé needs fewer`);
  if (exceeded === 'depth') throw refused(`The file nests lists and objects more than ${most.depth} levels deep; a résumé needs fewer`);
  try {
    return JSON.parse(json);
  } catch {
    throw refused(await diagnose(json));
  }
}

const refused = (msg: string) => new InvalidFields([{ msg, field: 'resume' }]);

/** One sentence with the place; under it the line, and a caret under the place. The formatter is loaded only for this: it knows what people get wrong. */
async function diagnose(json: string): Promise<string> {
  const { formatText } = await import('@dev-connector/json');
  const result = formatText(json, { indent: 'none' }); // indented, a deep text would exceed its budget before its fault
  if (result.ok) return 'This is not JSON';
  const { line, column, message, snippet } = result.error;
  const { text, caret, cutBefore, cutAfter } = snippet;
  const before = (cutBefore ? '…' : '') + text.slice(0, caret);
  const shown = (before + text.slice(caret) + (cutAfter ? '…' : '')).replaceAll(/[\t\r\n\0]/g, ' ');
  return `This is not JSON. Line ${line}, column ${column}: ${message}\n${shown}\n${' '.repeat(before.length)}^`;
}
