import type { Post } from '@dev-connector/contract';
import { lazy, type ReactNode, Suspense } from 'react';
import { useMediaQuery } from '../../ui/browser/useMediaQuery';
import { Screen } from '../../ui/Screen';

const Community = lazy(async () => ({ default: (await import('./Community')).Community }));

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
      <Suspense>{useMediaQuery('(min-width: 68.75rem)') && post !== null && <Community post={post} />}</Suspense>
    </div>
  </Screen>
);
