/* For screens that upload images. It is not part of index.ts, because all screens load that first. */
export * from './image-file.ts';
export * from './image-messages.ts';
export * from './image-size.ts';
