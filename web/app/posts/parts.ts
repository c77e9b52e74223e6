/* The composer, editor, menu and bookmark button, which load after the texts (lazy-part.ts). */
export { BookmarkButton } from '../bookmarks/BookmarkButton';
export { Composer } from './composer/Composer';
export { Edited } from './editing/Edited';
export { Editor } from './editing/Editor';
export { EntryMenu } from './menu/EntryMenu';
