import type { ComponentProps, ComponentType } from 'react';
import { whenIdle } from '../../ui/browser/when-idle';
import { lazyComponent, lazyPart } from '../../ui/lazy-part';
import { SkeletonComposer } from '../../ui/states/Skeleton';
import { menuId } from '../drafts/open-editors';

/* Components whose code loads when the browser is idle, usually after the posts have rendered. */

type Parts = typeof import('./parts');

const load =
  <Name extends keyof Parts>(name: Name) =>
  async () => {
    await whenIdle();
    return (await import('./parts'))[name] as ComponentType<ComponentProps<Parts[Name]>>;
  };

const icon = <span aria-hidden className="btn btn-ghost btn-sm btn-icon" />;
const keptIcon = { fallback: icon, missing: icon };
const optional = { missing: null };

export const BookmarkButton = lazyPart(load('BookmarkButton'), keptIcon);
export const Composer = lazyPart(load('Composer'), { fallback: ({ label }) => <SkeletonComposer label={label} /> });
export const EditedButton = lazyPart(load('Edited'), { fallback: ' · edited', missing: ' · edited' });
export const EmptyFeed = lazyPart(load('EmptyFeed'));
export const FeedRule = lazyPart(load('FeedRule'), optional);
export const LastVisit = lazyPart(load('LastVisit'), optional);
export const NewPost = lazyPart(load('NewPost'), { fallback: <SkeletonComposer label="Say Something..." /> });
export const NewPosts = lazyPart(load('NewPosts'), optional);
export const SeenLine = lazyPart(load('SeenLine'), optional);
export const Editor = lazyComponent(load('Editor'));

const Menu = lazyPart(load('EntryMenu'), keptIcon);

/** The menu of a post or comment. */
export const EntryMenu = ({ className = '', ...entry }: ComponentProps<typeof Menu> & { className?: string }) => (
  <span id={menuId(entry.id)} className={`flex ${className}`}>
    <Menu {...entry} />
  </span>
);
