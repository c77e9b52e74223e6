import { deleteFolder, listBookmarks, listFolders, removeBookmark, renameFolder, saveBookmark } from '@dev-connector/contract';
import type { Mount } from '../../platform/context.ts';
import { route, sendPage } from '../../platform/http/route.ts';
import { postPage } from '../posts/hydration.ts';
import * as store from './bookmarks.ts';
import * as folders from './folders.ts';
import { bookmarked } from './list.ts';

const countsOnly = { likes: false, comments: false };

export const bookmarks: Mount = (app, context) => {
  const { db } = context;
  route(app, saveBookmark, ({ member, params, body }) => store.saveBookmark(db, member, params.postId, body.folder));
  route(app, removeBookmark, ({ member, params }) => store.removeBookmark(db, member, params.postId));
  route(app, listBookmarks, async (call) => {
    const { folder = '', q = '' } = call.query;
    return sendPage(call, await postPage(context, call.member, await bookmarked(folder, q)(context, call.member, call.query), countsOnly));
  });
  route(app, listFolders, ({ member }) => folders.listFolders(db, member));
  route(app, renameFolder, ({ member, params, body }) => folders.renameFolder(db, member, params.folder, body.name));
  route(app, deleteFolder, ({ member, params }) => folders.deleteFolder(db, member, params.folder));
};
