/** Formats that browsers and cameras write, and of files that members choose by mistake. */
export type ImageFormat = 'unknown' | 'avif' | 'heic' | 'svg' | (typeof signatures)[number][0];

/** What the bytes of a file say about it. */
export interface ImageFile {
  format: ImageFormat;
  /** Has more than one frame. False for GIF, whose frames only a decoder counts. */
  isAnimated: boolean;
  /** A JPEG image whose decoder holds the whole image in memory: a progressive one, or one whose first scan lacks some colours. */
  isMultiScan: boolean;
  /** Offset of the first scan of a JPEG image. Thumbnails are before it. */
  scan?: number;
}

/** The first bytes of formats, as Latin-1. A question mark stands for any byte. */
const signatures = [
  ['png', '\x89PNG\r\n\x1a\n'],
  ['jpeg', '\xff\xd8\xff'],
  ['webp', 'RIFF????WEBP'],
  ['gif', 'GIF87a'],
  ['gif', 'GIF89a'],
  ['jxl', '\xff\n'],
  ['jxl', '\0\0\0\fJXL '],
  ['tiff', 'II*\0'],
  ['tiff', 'MM\0*'],
  ['tiff', 'II+\0'],
  ['bmp', 'BM????\0\0\0\0'],
  ['ico', '\0\0\x01\0'],
  ['psd', '8BPS'],
  ['pdf', '%PDF-'],
  ['video', '\x1aE\xdf\xa3'],
  ['video', 'RIFF????AVI '],
] as const;

const svg = /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*|<!DOCTYPE svg[^>]*>\s*|<!--(?:[^-]|-(?!->))*-->\s*)*<svg[\s/>]/i;

/** Describes a file by its bytes, whatever its name and media type say. Takes a part of a millisecond for any file. */
export function describeImageFile(bytes: Uint8Array): ImageFile {
  const head = latin1(bytes, 0, 1024);
  const brands = matches(head, '\0\0??ftyp') ? brandsOf(bytes) : [];
  if (brands.length > 0) {
    const has = (brand: RegExp) => brands.some((name) => brand.test(name));
    const format = has(/^avi[fs]$/) ? 'avif' : has(/^(?:hei[cxms]|hev[cxms]|mif1|msf1)$/) ? 'heic' : 'video';
    return { format, isAnimated: /^(?:avis|msf1)$/.test(brands[0] ?? ''), isMultiScan: false };
  }
  const format = signatures.find(([, signature]) => matches(head, signature))?.[0] ?? (svg.test(head) ? 'svg' : 'unknown');
  return {
    format,
    isAnimated: (format === 'png' && isAnimatedPng(bytes)) || (matches(head, 'RIFF????WEBPVP8X') && (head.charCodeAt(20) & 2) > 0),
    ...(format === 'jpeg' ? readScan(bytes) : { isMultiScan: false }),
  };
}

const matches = (head: string, signature: string): boolean =>
  head.length >= signature.length && [...signature].every((character, index) => character === '?' || character === head[index]);

/** The major and the compatible brands of an ISO base media file (ISO/IEC 14496-12, 4.3). */
const brandsOf = (bytes: Uint8Array): string[] => {
  const box = latin1(bytes, 8, view(bytes).getUint32(0));
  return [box.slice(0, 4), ...(box.slice(8).match(/.{4}/gs) ?? [])];
};

const latin1 = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(start, Math.min(end, start + 1024)));

const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

/** Returns whether an animation control chunk is before the first image data (PNG, third edition, 5.6). */
function isAnimatedPng(bytes: Uint8Array): boolean {
  for (let at = 8; at + 8 <= bytes.length; at += 12 + view(bytes).getUint32(at)) {
    const type = latin1(bytes, at + 4, at + 8);
    if (type === 'IDAT') return false;
    if (type === 'acTL') return true;
  }
  return false;
}

/** Reads the segments of a JPEG file until its first scan (ITU-T T.81, B.1.1). */
function readScan(bytes: Uint8Array): Pick<ImageFile, 'isMultiScan' | 'scan'> {
  let components = 0;
  let isProgressive = false;
  for (let at = 2; at + 10 <= bytes.length; ) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff) break;
    if (marker === 0xff)
      at++; // a fill byte
    else {
      const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
      if (isFrame) components = bytes[at + 9] ?? 0;
      if (isFrame) isProgressive = marker > 0xc1;
      if (marker === 0xda) return { isMultiScan: isProgressive || (bytes[at + 4] ?? 0) < components, scan: at };
      at += 2 + view(bytes).getUint16(at + 2);
    }
  }
  return { isMultiScan: true }; // unknown to this parser: assume the expensive kind
}
