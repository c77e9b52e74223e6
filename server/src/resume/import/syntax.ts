import { InvalidFields } from '../../errors.ts';
import { exceededLimit, type JsonLimits } from '../../http/json-size.ts';

/** Far more than a résumé with the longest lists that a profile allows. */
const maxSize: JsonLimits = { values: 10_000, depth: 32 };

/** Parses a JSON text, which may begin with a byte order mark. Throws InvalidFields with line, column and a snippet if it is not JSON. */
export async function parseResume(text: string): Promise<unknown> {
  const json = text.replace(/^\ufeff/, '');
  if (json.trim() === '') throw invalid('The file is empty');
  const exceeded = exceededLimit(json, maxSize);
  if (exceeded === 'values') throw invalid(`The file has more than ${maxSize.values} values; a résumé needs fewer`);
  if (exceeded === 'depth') throw invalid(`The file nests lists and objects more than ${maxSize.depth} levels deep; a résumé needs fewer`);
  try {
    return JSON.parse(json);
  } catch {
    throw invalid(await diagnose(json));
  }
}

const invalid = (msg: string) => new InvalidFields([{ msg, field: 'resume' }]);

/** Returns the error's place and cause, the line, and a caret below the place. Loads the formatter on demand for its error messages. */
async function diagnose(json: string): Promise<string> {
  const { formatText } = await import('@dev-connector/json');
  const result = formatText(json, { indent: 'none' }); // indentation of a deep text would exceed the output budget before the error
  if (result.ok) return 'This is not JSON';
  const { line, column, message, snippet } = result.error;
  const { text, caret, cutBefore, cutAfter } = snippet;
  const before = (cutBefore ? '…' : '') + text.slice(0, caret);
  const shown = (before + text.slice(caret) + (cutAfter ? '…' : '')).replaceAll(/[\t\r\n\0]/g, ' ');
  return `This is not JSON. Line ${line}, column ${column}: ${message}\n${shown}\n${' '.repeat(before.length)}^`;
}
