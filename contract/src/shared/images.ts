/* For screens that upload images. It is not part of index.ts, because all screens load that first. */
export * from '../media/image-file.ts';
export * from '../media/image-messages.ts';
export * from '../media/image-size.ts';
