import { limits } from '@dev-connector/contract';
import { decodeText } from '@dev-connector/json/encoding';
import { RequestError } from '../../api/client';
import { formatNumber } from '../../ui/numbers';

const kilobytes = (bytes: number) => `${formatNumber(Math.ceil(bytes / 1000))} KB`;

/** Reads a text file. Throws a RequestError if it is too large, unreadable, or neither UTF-8 nor UTF-16. */
export async function readFile(file: File): Promise<string> {
  if (file.size > limits.resume)
    throw fileError(`The file is ${kilobytes(file.size)}. The maximum size of a résumé is ${kilobytes(limits.resume)}.`);
  const buffer = await file.arrayBuffer().catch(() => undefined); // a folder, or deleted since
  if (!buffer) throw fileError('The file could not be read.');
  const decoded = decodeText(new Uint8Array(buffer));
  if ('error' in decoded) throw fileError(decoded.error);
  return decoded.text;
}

const fileError = (msg: string) => new RequestError([{ msg }]);
