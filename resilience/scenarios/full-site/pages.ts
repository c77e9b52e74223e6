import { sitePages } from '@dev-connector/contract';
import routes from '../../../web/app/routes.ts';
import { caller } from '../../calls.ts';
import type { OperationCall } from './calls.ts';
import type { FullSite } from './data.ts';

type Route = (typeof routes)[number];

/** Pages of the server itself, which the router does not have. */
const serverPages = ['/', '/resume.json', '/resume.pdf', '/dev/profile/:id/resume', '/dev/profile/:id/resume.pdf'];

const paths = (list: Route[]): string[] =>
  list.flatMap(({ path, children }) => [
    // `/dev/design` exists only in development.
    ...(path === undefined || path === '*' || path === 'dev/design' ? [] : [`/${path}`]),
    ...paths(children ?? []),
  ]);

/** Reads what the site has named the members with large and full profiles, such as `@ada`. */
export async function readHandles(url: string, { large, full }: FullSite): Promise<string[]> {
  const handles: string[] = [];
  for (const { id } of [...large, ...full]) handles.push(`@${(await caller(url, 1)('GET', `/api/profile/user/${id}`)).json().user.handle}`);
  return handles;
}

/** Every page, by its path pattern, with a function for the `index`th visit. `handles`: as `readHandles` returns them. */
export function pagesOf({ large, full, popular }: FullSite, handles: string[]): Record<string, (index: number) => OperationCall> {
  const profiles = [...large, ...full];
  return Object.fromEntries(
    [...paths(routes), ...serverPages].map((pattern) => [
      `page ${pattern}`,
      (index: number) => {
        const profile = index % profiles.length;
        const id = pattern.includes('/posts/')
          ? popular.id
          : ((pattern.startsWith('/dev/:id') ? handles[profile] : profiles[profile]?.id) ?? '');
        // A distinct query per visit bypasses the cache of rendered pages.
        const query = pattern.startsWith('/dev') ? `?visit=${index}` : '';
        const path = pattern.replace(':id', id).replace(':page', sitePages[index % sitePages.length] as string);
        return { path: `${path}${query}`, headers: { accept: 'text/html' } };
      },
    ]),
  );
}
