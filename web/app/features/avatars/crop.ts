import type { Picture } from '../media/reduce';

/** Part of an image: its centre as fractions of the width and height, and how often the largest square is enlarged. */
export interface Crop {
  x: number;
  y: number;
  zoom: number;
}

export const wholeSquare: Crop = { x: 0.5, y: 0.5, zoom: 1 };
export const maxZoom = 4;

/** Returns the square of a crop in pixels of the image. It never leaves the image. */
function squareOf({ width, height }: { width: number; height: number }, { x, y, zoom }: Crop) {
  const side = Math.min(width, height) / zoom;
  const start = (length: number, centre: number) => Math.min(Math.max(length * centre - side / 2, 0), length - side);
  return { left: start(width, x), top: start(height, y), side };
}

/** Draws a crop over the whole canvas, on white like the stored picture. */
export function drawCrop(canvas: HTMLCanvasElement, picture: Picture, crop: Crop): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { left, top, side } = squareOf(picture, crop);
  Object.assign(context, { imageSmoothingQuality: 'high' }); // not in Firefox
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

/** Moves a crop by fractions of its side, so that the image follows the pointer. */
export function moveCrop(image: { width: number; height: number }, crop: Crop, right: number, down: number): Crop {
  const { left, top, side } = squareOf(image, crop);
  const { left: x, top: y } = squareOf(image, {
    ...crop,
    x: (left + side / 2 + right * side) / image.width,
    y: (top + side / 2 + down * side) / image.height,
  });
  return { ...crop, x: (x + side / 2) / image.width, y: (y + side / 2) / image.height };
}
