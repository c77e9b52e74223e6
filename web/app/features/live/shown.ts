import type { Query, QueryClient } from '@tanstack/react-query';
import { feedKey, type PostList, postQuery } from '../posts/post-queries';
import type { Topics } from './topics';

/** Maximum number of posts of a list that this tab names: those in sight, and the following ones, so that scrolling rarely changes them. */
const maxListed = 12;

/** The feed whose events change a list. Every new post is in Latest. */
export const topicOf = ({ feed }: PostList): string => (feed === 'following' ? feed : 'latest');

/** Whether the query is the newest page of a list on the screen, which waits behind a button. */
export const isNewestPage = ({ queryKey: [first, , part] }: Query): boolean => first === feedKey[0] && part === 'newest page';

export const isDiscussed = (queries: QueryClient, id: string): boolean =>
  queries
    .getQueryCache()
    .find({ queryKey: postQuery(id).queryKey })
    ?.isActive() === true;

/** Returns a function that finds the feeds, discussions and posts on the screen. It names the same posts of a list as long as they include those in sight. */
export function createFinder(queries: QueryClient): () => Topics {
  let listed: string[] = [];
  return () => {
    const active = queries.getQueryCache().findAll({ type: 'active' });
    const feeds = active.filter(isNewestPage).map(({ queryKey }) => topicOf(queryKey[1] as PostList));
    const discussed = active.filter(({ queryKey }) => queryKey[0] === 'post').map(({ queryKey }) => String(queryKey[1]));
    const { inSight, following } = listedPosts();
    if (!inSight.every((id) => listed.includes(id))) listed = [...inSight, ...following].slice(0, maxListed);
    if (inSight.length === 0) listed = [];
    return { feeds, posts: [...discussed, ...listed] };
  };
}

/** Posts of a list on the screen, and those below them, by the links to their discussions. */
function listedPosts(): { inSight: string[]; following: string[] } {
  const inSight: string[] = [];
  const following: string[] = [];
  for (const link of document.querySelectorAll('a[data-action=open]')) {
    const [id] = /[\w-]{36}/.exec(link.getAttribute('href') ?? '') ?? [];
    if (!id) continue;
    if (isInSight(link)) inSight.push(id);
    else if (inSight.length > 0) following.push(id);
    if (following.length >= maxListed) break;
  }
  return { inSight, following };
}

/** Measures only a rendered element: measuring a skipped one (`content-visibility`) makes the browser lay it out. */
function isInSight(element: Element): boolean {
  if (!element.checkVisibility({ contentVisibilityAuto: true })) return false;
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}
