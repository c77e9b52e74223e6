import { limits } from '@dev-connector/contract';
import { decodeText } from '@dev-connector/json/encoding';
import { RequestError } from '../../../api/client';
import { formatNumber } from '../../../ui/numbers';

const kilobytes = (bytes: number) => `${formatNumber(Math.ceil(bytes / 1000))} KB`;

/** The most bytes of a text within the limit, in UTF-8 or UTF-16, with a byte order mark. */
const maxBytes = 3 * limits.resume + 3;
const maximum = `A résumé has at most ${formatNumber(limits.resume)} characters.`;

/** Reads a text file. Throws a RequestError if it is too large, unreadable, or neither UTF-8 nor UTF-16. */
export async function readFile(file: File): Promise<string> {
  if (file.size > maxBytes) throw fileError(`The file is ${kilobytes(file.size)}. ${maximum}`);
  const buffer = await file.arrayBuffer().catch(() => undefined); // a folder, or deleted since
  if (!buffer) throw fileError('The file could not be read.');
  const decoded = decodeText(new Uint8Array(buffer));
  if ('error' in decoded) throw fileError(decoded.error);
  const { length } = decoded.text;
  if (length > limits.resume) throw fileError(`The file has ${formatNumber(length)} characters. ${maximum}`);
  return decoded.text;
}

const fileError = (msg: string) => new RequestError([{ msg }]);
