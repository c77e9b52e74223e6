import type { Post } from '@dev-connector/contract';
import type { ReactNode } from 'react';
import { useMediaQuery } from '../../ui/browser/useMediaQuery';
import { lazyPart } from '../../ui/lazy-part';
import { Screen } from '../../ui/Screen';

const Community = lazyPart(async () => (await import('./Community')).Community, { missing: null });

interface PostsScreenProps {
  title?: string;
  /** The post of a discussion, null until it has loaded. */
  post?: Post | null;
  children: ReactNode;
}

/** Layout of the feed and the discussion: one column, with a sidebar on wide screens. */
export const PostsScreen = ({ title, post, children }: PostsScreenProps) => (
  <Screen title={title} width="wide">
    <div className="post-columns">
      <div className="min-w-0">{children}</div>
      {useMediaQuery('(min-width: 68.75rem)') && post !== null && <Community post={post} />}
    </div>
  </Screen>
);
