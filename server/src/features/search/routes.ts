import { countResults, search as endpoint, type SearchType, type SuggestionKind, suggestResults } from '@dev-connector/contract';
import type { Mount } from '../../platform/context.ts';
import { Failure } from '../../platform/errors.ts';
import { networkOf } from '../../platform/http/rate-limits/address.ts';
import { type Call, route, sendPage } from '../../platform/http/route.ts';
import { searchesOf } from '../../platform/search/searches.ts';
import * as counts from './counts.ts';
import * as store from './search.ts';
import type { Searcher } from './source.ts';
import * as suggestions from './suggestions.ts';

export const search: Mount = (app, context) => {
  app.addHook('onClose', () => searchesOf(context).close());
  route(app, endpoint, async (call) => {
    const { q, type = 'posts', ...page } = call.query;
    const searcher = searcherOf(call);
    if ((type as SearchType) === 'people') return sendPage(call, await store.searchPeople(context, call.member, q, page, searcher));
    if (!call.member) throw new Failure('noToken');
    const find = type === 'comments' ? store.searchComments : store.searchPosts;
    return sendPage(call, (await find(context, call.member, q, page, searcher.signal)) as never);
  });
  route(app, countResults, (call) => counts.countResults(context, call.member !== undefined, call.query.q, searcherOf(call)));
  route(app, suggestResults, (call) => {
    const { q, kinds } = call.query;
    const wanted = (kinds?.split(',') ?? defaultKinds) as SuggestionKind[];
    return suggestions.suggestResults(context, call.member, q, wanted, searcherOf(call));
  });
};

const defaultKinds = ['people', 'tags', 'skills', 'posts'];

function searcherOf({ member, request, reply }: Pick<Call<typeof endpoint>, 'member' | 'request' | 'reply'>): Searcher {
  const closed = new AbortController();
  reply.raw.once('close', () => closed.abort());
  return { client: member ?? { network: networkOf(request) }, signal: closed.signal };
}
