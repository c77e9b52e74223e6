/** Grows with every change of the HTML that texts result in. Stored HTML of another version is not served, but rendered again. */
export const rendererVersion = 1;

/** How a text is rendered: each level takes less time and results in less HTML than the one before. */
export const levels = ['highlighted', 'markdown', 'plain'] as const;
type Level = (typeof levels)[number];

/** Sizes of images in pixels, by id. */
export type ImageSizes = Record<string, { width: number; height: number }>;

/** Renders a text at this level, or at the first one after it whose HTML fits the limit. */
export interface RenderJob {
  text: string;
  level: Level;
  sizes: ImageSizes;
}
