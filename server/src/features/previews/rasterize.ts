import { Resvg } from '@resvg/resvg-js';
import { imageSize } from 'image-size';
import { draw } from './draw.ts';
import { openTypesetter } from './fonts.ts';
import type { Picture } from './picture.ts';

/** The types that resvg decodes. */
const types = ['image/png', 'image/jpeg', 'image/gif'];
/** Maximum width and height in pixels of an embedded image, because a small file can have billions of pixels. */
const maxSide = 2_000;

/** Renders a picture as PNG. Reads nothing but the fonts: the SVG refers to no files or URLs. */
export function rasterize(picture: Picture, folder: string): Uint8Array {
  const typesetter = openTypesetter(folder);
  const { image, ...rest } = picture;
  const svg = draw(image && canShow(image) ? picture : rest, typesetter);
  const font = { loadSystemFonts: false, fontFiles: typesetter.files(), defaultFontFamily: 'Source Sans 3' };
  return new Resvg(svg, { font }).render().asPng();
}

function canShow({ type, data }: NonNullable<Picture['image']>): boolean {
  if (!types.includes(type)) return false;
  try {
    const { width, height } = imageSize(Buffer.from(data, 'base64'));
    return width <= maxSide && height <= maxSide;
  } catch {
    return false; // not a complete image
  }
}
