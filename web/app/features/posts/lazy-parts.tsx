import { type ComponentProps, type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { whenIdle } from '../../ui/browser/when-idle';
import { SkeletonComposer } from '../../ui/states/Skeleton';
import { menuId } from '../drafts/open-editors';

/* Components whose code loads when the browser is idle, usually after the posts have rendered. */

type Select<Props> = (parts: typeof import('./parts')) => ComponentType<Props>;

const load = <Props extends object>(select: Select<Props>): ComponentType<Props> =>
  lazy(async () => {
    await whenIdle();
    return { default: select(await import('./parts')) };
  });

function lazyPart<Props extends object>(select: Select<Props>, fallback?: ReactNode | ((props: Props) => ReactNode)) {
  const Part = load(select);
  return (props: Props) => (
    <Suspense fallback={typeof fallback === 'function' ? fallback(props) : fallback}>
      <Part {...props} />
    </Suspense>
  );
}

const icon = <span aria-hidden className="btn btn-ghost btn-sm btn-icon" />;

export const BookmarkButton = lazyPart((parts) => parts.BookmarkButton, icon);
export const Composer = lazyPart(
  (parts) => parts.Composer,
  ({ label }) => <SkeletonComposer label={label} />,
);
export const EditedButton = lazyPart((parts) => parts.Edited, ' · edited');
export const EmptyFeed = lazyPart((parts) => parts.EmptyFeed);
export const FeedRule = lazyPart((parts) => parts.FeedRule);
export const LastVisit = lazyPart((parts) => parts.LastVisit);
export const NewPost = lazyPart((parts) => parts.NewPost, <SkeletonComposer label="Say Something..." />);
export const NewPosts = lazyPart((parts) => parts.NewPosts);
export const SeenLine = lazyPart((parts) => parts.SeenLine);

/** Suspends until its code has loaded. */
export const Editor = load((parts) => parts.Editor);

const Menu = lazyPart((parts) => parts.EntryMenu, icon);

/** The menu of a post or comment. */
export const EntryMenu = ({ className = '', ...entry }: ComponentProps<typeof Menu> & { className?: string }) => (
  <span id={menuId(entry.id)} className={`flex ${className}`}>
    <Menu {...entry} />
  </span>
);
