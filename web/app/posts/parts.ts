/* The composer, editor and menu, which load after the texts (lazy-part.ts). */
export { Composer } from './composer/Composer';
export { Edited } from './editing/Edited';
export { Editor } from './editing/Editor';
export { EntryMenu } from './menu/EntryMenu';
