import { limits } from '@dev-connector/contract';
import { Refusal } from '../../api/client';
import { decode } from './decode';

const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1000).toLocaleString('en')} KB`;

/** The text of a file. A Refusal says what is wrong with one that has none. */
export async function readFile(file: File): Promise<string> {
  if (file.size > limits.resume)
    throw refused(`The file has ${kilobytes(file.size)}. A résumé may have ${kilobytes(limits.resume)} at most.`);
  const buffer = await file.arrayBuffer().catch(() => undefined); // a folder, or gone meanwhile
  if (!buffer) throw refused('The file could not be read.');
  const decoded = decode(new Uint8Array(buffer));
  if ('wrong' in decoded) throw refused(decoded.wrong);
  return decoded.text;
}

const refused = (msg: string) => new Refusal([{ msg }]);
