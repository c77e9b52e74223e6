import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { inflateSync } from 'node:zlib';

/* Sizes in bytes of each format's header and table directory entries (https://www.w3.org/TR/WOFF/). */
const woff = { header: 44, entry: 20 };
const sfnt = { header: 12, entry: 16 };

/** Converts a WOFF to an uncompressed font. fontkit decompresses a WOFF's tables for every character, which takes seconds if they are large. */
function unpacked(file: Buffer): Buffer {
  const count = file.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) => {
    const at = woff.header + index * woff.entry;
    const [offset, packedLength, length] = [4, 8, 12].map((field) => file.readUInt32BE(at + field)) as [number, number, number];
    const content = file.subarray(offset, offset + packedLength);
    return {
      tag: file.subarray(at, at + 4),
      checksum: file.subarray(at + 16, at + 20),
      content: packedLength < length ? inflateSync(content) : content,
    };
  });
  const start = sfnt.header + count * sfnt.entry;
  const power = Math.floor(Math.log2(count));
  const directory = Buffer.alloc(start);
  file.copy(directory, 0, 4, 8); // the flavor: TrueType or CFF
  for (const [index, value] of [count, 16 << power, power, 16 * (count - 2 ** power)].entries())
    directory.writeUInt16BE(value, 4 + 2 * index);
  let offset = start;
  const contents = tables.map(({ tag, checksum, content }, index) => {
    const at = sfnt.header + index * sfnt.entry;
    tag.copy(directory, at);
    checksum.copy(directory, at + 4);
    directory.writeUInt32BE(offset, at + 8);
    directory.writeUInt32BE(content.length, at + 12);
    const padded = Buffer.alloc(Math.ceil(content.length / 4) * 4);
    content.copy(padded);
    offset += padded.length;
    return padded;
  });
  return Buffer.concat([directory, ...contents]);
}

/** Returns the path of the unpacked font in `folder`. Unpacks the font on first use. */
export function unpackedInto(folder: string, path: string): string {
  const file = join(folder, `${basename(path)}.ttf`);
  if (!existsSync(file)) {
    writeFileSync(`${file}.part`, unpacked(readFileSync(path)));
    renameSync(`${file}.part`, file); // on a full disk, a part of the font would be used
  }
  return file;
}
