import type { ImageSizes } from './level.ts';

/** CSS pixels beyond which an image is reduced, so that it fits on a screen: its height, and its width where the column may be as wide. */
const shown = { width: 700, height: 640, wideHeight: 320 };

interface Image {
  /** Escaped for an attribute, like `alt`. */
  src: string;
  alt: string;
  size: ImageSizes[string] | undefined;
  /** Whether the author has put it into a link. */
  isLinked: boolean;
}

/**
 * Renders an image with its size on the screen, so that the layout does not shift. A large one links to its file. A long one is collapsed and a wide one scrolls
 * (web/app/styles/markdown.css), because they could not be read if they fitted.
 */
export function imageHtml({ src, alt, size, isLinked }: Image): string {
  if (!size) return `<img src="${src}" alt="${alt}" loading="lazy">`;
  const { width, height } = size;
  const kind = isLinked ? undefined : kindOf(width, height);
  const maxHeight = kind === 'long-image' ? height : kind === 'wide-image' ? shown.wideHeight : shown.height;
  const scale = Math.min(1, maxHeight / height);
  const pixels = (length: number) => Math.max(1, Math.round(length * scale));
  const image = `<img src="${src}" alt="${alt}" width="${pixels(width)}" height="${pixels(height)}" loading="lazy">`;
  if (isLinked || (width <= shown.width && height <= shown.height)) return image;
  return `<a href="${src}"${kind ? ` class="${kind}"` : ''}${alt ? '' : ' aria-label="Open the image"'}>${image}</a>`;
}

function kindOf(width: number, height: number): 'long-image' | 'wide-image' | undefined {
  if (height > 2.5 * width && height > shown.height) return 'long-image';
  return width > 4 * height && width > shown.width ? 'wide-image' : undefined;
}
