/* The parts of the posts' screens that load after the texts: what their readers write with (lazy-part.ts). */
export { Composer } from './composer/Composer';
export { Edited } from './editing/Edited';
export { Editor } from './editing/Editor';
export { EntryMenu } from './menu/EntryMenu';
