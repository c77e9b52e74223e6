import { search as endpoint, type SearchType } from '@dev-connector/contract';
import type { Mount } from '../../platform/context.ts';
import { Failure } from '../../platform/errors.ts';
import { networkOf } from '../../platform/http/rate-limits/address.ts';
import { route, sendPage } from '../../platform/http/route.ts';
import * as store from './search.ts';
import { searchOf } from './search-index.ts';

export const search: Mount = (app, context) => {
  app.addHook('onClose', () => searchOf(context).close());
  route(app, endpoint, async (call) => {
    const { q, type = 'posts', ...page } = call.query;
    const closed = new AbortController();
    call.reply.raw.once('close', () => closed.abort());
    const { signal } = closed;
    if ((type as SearchType) === 'people')
      return sendPage(
        call,
        await store.searchPeople(context, call.member, q, page, { client: call.member ?? { network: networkOf(call.request) }, signal }),
      );
    if (!call.member) throw new Failure('noToken');
    const find = type === 'comments' ? store.searchComments : store.searchPosts;
    return sendPage(call, (await find(context, call.member, q, page, signal)) as never);
  });
};
