/* The composer, editor, menu and what a feed rarely shows. They load after the texts (lazy-parts.tsx). */
export { BookmarkButton } from './bookmarking/BookmarkButton';
export { Composer } from './composer/Composer';
export { Edited } from './editing/Edited';
export { Editor } from './editing/Editor';
export { EmptyFeed } from './feed/EmptyFeed';
export { FeedRule } from './feed/FeedRule';
export { LastVisit, SeenLine } from './feed/LastVisit';
export { NewPost } from './feed/NewPost';
export { NewPosts } from './feed/NewPosts';
export { EntryMenu } from './menu/EntryMenu';
