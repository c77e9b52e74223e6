import type { Feed } from '@dev-connector/contract';
import { Suspense, useState } from 'react';
import { homeFeedKey } from '../../accounts/session/token';
import type { ScreenHandle } from '../../context';
import { titleMeta } from '../../site/meta';
import { local } from '../../ui/browser-storage';
import { lazyPart } from '../lazy-part';
import { FeedScreen } from './FeedScreen';

const HomeFeed = lazyPart('HomeFeed');

export const handle: ScreenHandle = { firstRequest: '/api/posts?embed=&feed=:home' };

export const meta = titleMeta('Posts');

/**
 * Following once the viewer follows something, otherwise Latest. The browser remembers which, so that the page and its first script know it immediately; in a new browser
 * the account says. The feed does not change while the page is open.
 */
export default function Posts() {
  const [feed, setFeed] = useState(() => local.get(homeFeedKey) as Feed | null);
  return (
    <>
      <FeedScreen feed={feed ?? undefined} path="/dev/posts" heading="Posts" />
      <Suspense>
        <HomeFeed onKnown={(known) => setFeed((now) => now ?? known)} />
      </Suspense>
    </>
  );
}
