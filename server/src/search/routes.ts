import { search as endpoint, type SearchType } from '@dev-connector/contract';
import { authenticate } from '../accounts/authenticate.ts';
import type { Mount } from '../app.ts';
import { networkOf } from '../http/rate-limits/address.ts';
import { route, sendPage } from '../http/route.ts';
import * as store from './search.ts';

export const search: Mount = (app, context) => {
  app.addHook('onClose', () => context.search.close());
  route(app, endpoint, async (call) => {
    const { q, type = 'posts', ...page } = call.query;
    const isVisitor = (type as SearchType) === 'people' && !call.request.headers['x-auth-token'];
    const member = isVisitor ? undefined : await authenticate(context.db, call.request);
    if (!member || (type as SearchType) === 'people')
      return sendPage(call, await store.searchPeople(context, member, q, page, networkOf(call.request)));
    const find = type === 'comments' ? store.searchComments : store.searchPosts;
    return sendPage(call, (await find(context, member, q, page)) as never);
  });
};
