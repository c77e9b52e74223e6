import type { Post } from '@dev-connector/contract';
import type { ReactNode } from 'react';
import { useMediaQuery } from '../../ui/browser/useMediaQuery';
import { lazyPart } from '../../ui/lazy-part';
import { Screen } from '../../ui/Screen';

const Community = lazyPart(async () => (await import('./Community')).Community, { missing: null });

/** Whether the screen has a sidebar. */
export const useHasSidebar = () => useMediaQuery('(min-width: 68.75rem)');

interface PostsScreenProps {
  title?: string;
  /** The post of a discussion, null until it has loaded. */
  post?: Post | null;
  /** Begins the sidebar of a tag, null until it has loaded. */
  about?: ReactNode;
  children: ReactNode;
}

/** Layout of the feed, the discussion and the tag: one column, with a sidebar on wide screens. */
export const PostsScreen = ({ title, post, about, children }: PostsScreenProps) => (
  <Screen title={title} width="wide">
    <div className="post-columns">
      <div className="min-w-0">{children}</div>
      {useHasSidebar() && post !== null && <Community post={post} about={about} />}
    </div>
  </Screen>
);
