import { post } from './posts/posts.ts';
import { endpoint } from './shared/endpoint.ts';
import { limits } from './shared/limits.ts';
import { array, boolean, id, integer, object, optional, page, type Static, string, text } from './shared/schema.ts';

const params = object({ postId: id({ description: 'Id of the post.' }) });
const ofPost = { path: '/api/bookmarks/:postId', tag: 'Bookmarks', access: 'member', params, notFound: 'postNotFound' } as const;

/** A bookmark of the viewer. Nobody else can see it. */
export const bookmark = object({ bookmarked: boolean(), folder: optional(string()) }, { title: 'Bookmark' });
export type Bookmark = Static<typeof bookmark>;

const folderOptions = { title: 'Folder', max: limits.bookmarkFolder };

export const bookmarkInput = object(
  {
    folder: optional(
      text({
        ...folderOptions,
        empty: '',
        description: 'An empty text or null removes the bookmark from its folder. If absent, an existing bookmark stays in its folder.',
      }),
    ),
  },
  { title: 'BookmarkInput' },
);
export type BookmarkInput = Static<typeof bookmarkInput>;

/** Idempotent. Creates the folder if it does not exist. A bookmark that moves to another folder keeps its place in the list of all. */
export const saveBookmark = endpoint({
  ...ofPost,
  method: 'PUT',
  summary: 'Bookmark a post, or move the bookmark to a folder',
  body: bookmarkInput,
  isBodyOptional: true,
  reply: bookmark,
  errors: ['bookmarksFull', 'foldersFull'],
  rate: 'bookmark',
});

/** Idempotent. A folder without bookmarks no longer exists. */
export const removeBookmark = endpoint({
  ...ofPost,
  method: 'DELETE',
  summary: 'Remove a bookmark',
  reply: bookmark,
  rate: 'bookmark',
});

/** The newest bookmark first. With a folder or `q`, a page may be empty although there is a next one. */
export const listBookmarks = endpoint({
  method: 'GET',
  path: '/api/bookmarks',
  summary: 'List the posts that you bookmarked',
  tag: 'Bookmarks',
  access: 'member',
  query: object({
    ...page,
    folder: optional(text({ ...folderOptions, description: 'Only bookmarks in this folder.' })),
    q: optional(
      text({
        title: 'Q',
        max: limits.bookmarkText,
        description: `Only posts with each of these words in the title, the name of the author or the first ${limits.bookmarkSearched} characters of the text, ignoring case and diacritics.`,
      }),
    ),
  }),
  reply: array(post),
  hasEtag: true,
  errors: ['cursorInvalid'],
});

const folder = object({ name: string(), bookmarks: integer({ description: 'Number of posts.' }) }, { title: 'BookmarkFolder' });
export type BookmarkFolder = Static<typeof folder>;
const folders = array(folder, { maxItems: limits.bookmarkFolders, description: 'Sorted by name.' });

export const listFolders = endpoint({
  method: 'GET',
  path: '/api/bookmarks/folders',
  summary: 'List the folders of your bookmarks',
  tag: 'Bookmarks',
  access: 'member',
  reply: folders,
});

const ofFolder = {
  path: '/api/bookmarks/folders/:folder',
  tag: 'Bookmarks',
  access: 'member',
  params: object({ folder: text({ ...folderOptions, required: 'Folder is required' }) }),
  reply: folders,
  notFound: 'folderNotFound',
  rate: 'bookmark',
} as const;

export const folderChange = object({ name: text({ title: 'Name', max: limits.bookmarkFolder, required: 'Name is required' }) });

/** If another folder has the name already, the two become one. */
export const renameFolder = endpoint({ ...ofFolder, method: 'PATCH', summary: 'Rename a folder', body: folderChange });

export const deleteFolder = endpoint({ ...ofFolder, method: 'DELETE', summary: 'Delete a folder and keep its bookmarks' });
