/** Increase it with every change that affects the HTML. Stored HTML of another version is rendered again before it is served. */
export const rendererVersion = 8;

/** Levels of rendering. Each takes less time and produces less HTML than the one before. */
export const levels = ['highlighted', 'markdown', 'plain'] as const;
type Level = (typeof levels)[number];

/** Sizes of images in pixels, by id. */
export type ImageSizes = Record<string, { width: number; height: number }>;

/** A text to render at this level, or at the first one after it whose HTML fits the limit. */
export interface MarkdownTask {
  text: string;
  level: Level;
  sizes: ImageSizes;
}
