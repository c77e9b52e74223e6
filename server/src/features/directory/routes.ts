import { type DirectorySort, type Facet, listProfiles, readFacets, suggestPlaces } from '@dev-connector/contract';
import type { Mount } from '../../platform/context.ts';
import { route, sendPage, sendTagged } from '../../platform/http/route.ts';
import { sha256 } from '../../platform/sha256.ts';
import { directoryOf } from './directory.ts';
import { type DirectoryQuery, listDirectory } from './list.ts';

/** Lists and counts profiles by filters. */
export const directory: Mount = (app, context) => {
  app.addHook('onReady', async () => {
    directoryOf(context)().catch((err) => app.log.warn({ err }, 'cannot read the profiles; the next request tries again'));
  });
  route(app, listProfiles, async (call) => {
    const { embed, sort, ...query } = call.query;
    const { page, total } = await listDirectory(
      context,
      { ...query, sort: sort as DirectorySort, filters: filtersOf(query) },
      embed ? 'listed' : 'card',
    );
    call.reply.header('x-total-count', total);
    return sendPage(call, { ...page, tag: `${page.tag} ${total}` });
  });
  route(app, readFacets, async (call) => {
    const facets = JSON.stringify((await directoryOf(context)()).facets(filtersOf(call.query)));
    return sendTagged(call, { tag: sha256(facets), json: () => Buffer.from(facets) as never });
  });
  route(app, suggestPlaces, async ({ query }) => (await directoryOf(context)()).suggest('place', query.q ?? ''));
};

const filtersOf = ({ q = '', ...query }: Partial<Record<Facet, string | string[]>> & { q?: string }): DirectoryQuery['filters'] => {
  const valuesOf = (facet: Facet) => [query[facet] ?? []].flat();
  return { q, skill: valuesOf('skill'), place: valuesOf('place'), status: valuesOf('status'), open: valuesOf('open') };
};
