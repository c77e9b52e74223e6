import { type DirectorySort, type Facet, listProfiles, readFacets, suggestPlaces } from '@dev-connector/contract';
import type { FastifyRequest } from 'fastify';
import type { Mount } from '../../platform/context.ts';
import { networkOf } from '../../platform/http/rate-limits/address.ts';
import { route, sendPage, sendTagged } from '../../platform/http/route.ts';
import type { Member } from '../../platform/member.ts';
import { sha256 } from '../../platform/sha256.ts';
import type { Client } from '../../platform/work-queue/work-queue.ts';
import { countFacets, suggestPlaces as findPlaces } from './counts.ts';
import { directoryFilled } from './entries.ts';
import type { Filters } from './filters.ts';
import { listDirectory } from './list.ts';

/** Lists and counts profiles by filters. */
export const directory: Mount = (app, context) => {
  app.addHook('onReady', async () => {
    directoryFilled(context)().catch((err) => app.log.warn({ err }, 'cannot fill the directory; the next request tries again'));
  });
  const clientOf = ({ request, member }: { request: FastifyRequest; member?: Member | undefined }): Client =>
    member ?? { network: networkOf(request) };
  route(app, listProfiles, async (call) => {
    const { embed, sort, ...query } = call.query;
    const { page, total } = await listDirectory(
      context,
      { ...query, sort: sort as DirectorySort, filters: filtersOf(query) },
      embed ? 'listed' : 'card',
    );
    call.reply.header('x-total-count', total);
    return sendPage(call, { ...page, tag: `${page.tag}.${total}` });
  });
  route(app, readFacets, async (call) => {
    const facets = JSON.stringify(await countFacets(context, clientOf(call), filtersOf(call.query)));
    return sendTagged(call, { tag: sha256(facets), json: () => Buffer.from(facets) as never });
  });
  route(app, suggestPlaces, async (call) => findPlaces(context, clientOf(call), call.query.q ?? ''));
};

const filtersOf = ({ q = '', ...query }: Partial<Record<Facet, string | string[]>> & { q?: string }): Filters => {
  const valuesOf = (facet: Facet) => [query[facet] ?? []].flat();
  return { q, skill: valuesOf('skill'), place: valuesOf('place'), status: valuesOf('status'), open: valuesOf('open') };
};
