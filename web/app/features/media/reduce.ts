import { fileTooLarge, limits } from '@dev-connector/contract';
import {
  animationTooLarge,
  canvasProtected,
  damagedImage,
  describeImageFile,
  emptyImage,
  fitImage,
  formatProblem,
  type ImageFile,
  type ImageSize,
  maxPixels,
  notReducible,
} from '@dev-connector/contract/images';
import { JPG } from 'image-size/types/jpg';

/** A decoded image, turned as its EXIF orientation says. At most as large as images are stored. */
export type Picture = ImageBitmap | HTMLCanvasElement;

/** An image that is ready for the upload. */
export interface PreparedImage {
  /** The reduced image, or the chosen file. */
  file: Blob;
  /** For the preview. Undefined if this browser cannot decode an image that the server may accept. */
  picture: Picture | undefined;
  /** The sizes before and after, if the image was reduced or converted. */
  change: { from: Version; to: Version } | undefined;
}

interface Version extends ImageSize {
  bytes: number;
}

/** An image that cannot be uploaded. The message is for the member. */
export class ImageProblem extends Error {}

/** Bytes of a file that are read to find out its format. Metadata may precede the segments that matter. */
const headBytes = 4 * 1_048_576;

/** Bytes below which the server reduces a photo, because the upload is short. */
const smallFile = 500_000;

/** Media types to try, one after the other, until one gives a file within the limit of an upload. Browsers without an encoder for WebP return PNG. */
const photoTypes = ['image/jpeg'];
const drawingTypes = ['image/png', 'image/webp', 'image/jpeg'];
const mixedTypes = ['image/webp', 'image/png', 'image/jpeg'];
const outputs: Partial<Record<ImageFile['format'], string[]>> = {
  webp: mixedTypes,
  avif: mixedTypes,
  png: drawingTypes,
  bmp: drawingTypes,
  ico: drawingTypes,
};

/** Quality of JPEG and WebP. The server encodes the result again. */
const quality = 0.92;

/**
 * Prepares a file for the upload: photos are reduced to the size in which the server stores them, and formats that only this browser decodes are converted. Leaves
 * animations and screenshots unchanged if the server accepts them. Throws an ImageProblem, or the reason of the signal.
 */
export async function prepareImage(chosen: Blob, signal: AbortSignal): Promise<PreparedImage> {
  const { file, problem, photo } = await describe(chosen);
  const mayBeAnimated = file.format === 'gif' || file.isAnimated;
  if (mayBeAnimated && problem !== undefined) throw new ImageProblem(problem);
  if (mayBeAnimated && chosen.size > limits.upload) throw new ImageProblem(animationTooLarge(chosen.size));
  const decoded = await decode(chosen, photo, signal);
  if (!decoded) {
    if (problem !== undefined) throw new ImageProblem(problem);
    if (chosen.size > limits.upload) throw new ImageProblem(notReducible(chosen.size));
    return { file: chosen, picture: undefined, change: undefined }; // the server says what is wrong
  }
  const { picture, size } = decoded;
  const mustChange = problem !== undefined || chosen.size > limits.upload || size.width * size.height > maxPixels(file);
  const isLargePhoto = file.format !== 'png' && picture.width < size.width && chosen.size > smallFile;
  if (mayBeAnimated || !(mustChange || isLargePhoto)) return { file: chosen, picture, change: undefined };
  if (!canvasIsReadable()) {
    if (mustChange) throw new ImageProblem(problem ?? canvasProtected);
    return { file: chosen, picture, change: undefined };
  }
  const canvas = picture instanceof ImageBitmap ? draw(picture, picture) : picture;
  const reduced = await encode(canvas, outputs[file.format] ?? photoTypes);
  signal.throwIfAborted();
  if (!reduced) throw new ImageProblem(fileTooLarge(chosen.size));
  if (!mustChange && reduced.size >= chosen.size) return { file: chosen, picture, change: undefined };
  const { width, height } = canvas;
  return { file: reduced, picture, change: { from: { ...size, bytes: chosen.size }, to: { width, height, bytes: reduced.size } } };
}

/** Decodes an image to cut a part out of it. Throws an ImageProblem, or the reason of the signal. */
export async function openPicture(chosen: Blob, signal: AbortSignal): Promise<{ picture: Picture }> {
  const { file, problem, photo } = await describe(chosen, 'avatar');
  const decoded = await decode(chosen, photo, signal);
  if (!decoded) throw new ImageProblem(problem ?? damagedImage(file.format));
  if (!canvasIsReadable()) throw new ImageProblem(canvasProtected);
  return decoded;
}

interface Description {
  file: ImageFile;
  /** Why the server does not accept the file. */
  problem: string | undefined;
  /** The size of a JPEG image on the screen, as its header says. */
  photo: ImageSize | undefined;
}

/** Describes a file. Throws if it can be no image of any browser, or is incomplete. */
async function describe(chosen: Blob, use?: 'avatar'): Promise<Description> {
  if (chosen.size === 0) throw new ImageProblem(emptyImage);
  const head = new Uint8Array(await chosen.slice(0, headBytes).arrayBuffer());
  const file = describeImageFile(head);
  const problem = formatProblem(file, use);
  if (['unknown', 'svg', 'pdf', 'psd', 'video'].includes(file.format)) throw new ImageProblem(problem);
  if (!(await hasEnd(chosen, file))) throw new ImageProblem(damagedImage(file.format));
  return { file, problem, photo: file.format === 'jpeg' ? readPhotoSize(head) : undefined };
}

/** Returns the size of a JPEG image, turned as its EXIF orientation says, or undefined if the header cannot be read. */
function readPhotoSize(head: Uint8Array): ImageSize | undefined {
  try {
    const { width, height, orientation = 1 } = JPG.calculate(head);
    return orientation > 4 ? { width: height, height: width } : { width, height };
  } catch {
    return undefined; // the decoder says whether the file is damaged
  }
}

/** Decodes an image, reduced to the stored size, so that a photo of 48 megapixels does not stay in memory. `size` is that of the original. */
async function decode(
  chosen: Blob,
  photo: ImageSize | undefined,
  signal: AbortSignal,
): Promise<{ picture: Picture; size: ImageSize } | undefined> {
  const width = photo && fitImage(photo).width;
  // A browser may decode fewer pixels of a photo if it knows the size in which they are needed.
  const options: ImageBitmapOptions = photo && width !== photo.width ? { resizeWidth: width, resizeQuality: 'high' } : {};
  const bitmap = await createImageBitmap(chosen, options).catch(() => undefined);
  if (signal.aborted) bitmap?.close();
  signal.throwIfAborted();
  if (!bitmap) return undefined;
  const decoded = { width: bitmap.width, height: bitmap.height };
  const size = photo ?? decoded;
  const fitted = fitImage(decoded);
  if (fitted.width === decoded.width && fitted.height === decoded.height) return { picture: bitmap, size };
  const picture = draw(bitmap, fitted);
  bitmap.close();
  return { picture, size };
}

/** Returns false for the beginning of a JPEG image, which most browsers decode without an error. */
async function hasEnd(chosen: Blob, { scan }: ImageFile): Promise<boolean> {
  if (scan === undefined) return true;
  const bytes = new Uint8Array(await chosen.slice(scan).arrayBuffer());
  for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1)) if (bytes[at + 1] === 0xd9) return true;
  return false;
}

/** Frees the memory of a picture. */
export function discard(picture: Picture): void {
  if (picture instanceof ImageBitmap) picture.close();
  else picture.width = picture.height = 0;
}

function draw(bitmap: ImageBitmap, { width, height }: ImageSize): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (!context) throw new ImageProblem('Your browser has too little memory for this image. Make it smaller first');
  Object.assign(context, { imageSmoothingQuality: 'high' }); // not in Firefox
  context.drawImage(bitmap, 0, 0, width, height);
  return canvas;
}

/** Returns false if the browser returns other pixels than those of a canvas, to protect against fingerprinting. Some only change them by one. */
function canvasIsReadable(): boolean {
  const context = Object.assign(document.createElement('canvas'), { width: 8, height: 8 }).getContext('2d');
  if (!context) return false;
  context.fillStyle = '#1a7fc4';
  context.fillRect(0, 0, 8, 8);
  const { data } = context.getImageData(0, 0, 8, 8);
  return data.every((value, index) => Math.abs(value - ([0x1a, 0x7f, 0xc4, 0xff][index % 4] ?? 0)) < 8);
}

async function encode(canvas: HTMLCanvasElement, types: string[]): Promise<Blob | undefined> {
  for (const type of types) {
    if (type === 'image/jpeg') whiten(canvas);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
    if (blob?.type === type && blob.size <= limits.upload) return blob;
  }
  return undefined;
}

/** Fills what is transparent, which JPEG shows in black. */
function whiten(canvas: HTMLCanvasElement): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
}
