import type { TagDetails } from '@dev-connector/contract';
import { BellOff } from 'lucide-react';
import { Button } from '../../../ui/Button';
import { formatNumber } from '../../../ui/numbers';
import { UserText } from '../../../ui/UserText';
import { FollowToggle } from '../../follows/FollowToggle';
import { useTagChange } from '../../follows/follow-queries';
import { Subscribe } from '../../syndication/Subscribe';
import { TagNames } from '../../tags/TagNames';

/** Name, description and numbers of a tag, and the buttons to follow and mute it. `tag` is the name in the address. */
export function TagHeader({ tag, details }: { tag: string; details: TagDetails }) {
  const { name, description, posts, followers, aliases, viewer } = details;
  const change = useTagChange();
  const set = (kind: 'following' | 'muted') => (value: boolean) => void change({ kind, tag, value }).catch(() => {});
  return (
    <header className="flex flex-col gap-3 pt-2 pb-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 grow">
          <h1 className="wrap-anywhere font-semibold text-2xl tracking-tight">
            <UserText text={`#${name}`} />
          </h1>
          <p className="text-muted text-sm tabular-nums">
            {`${formatNumber(posts)} ${posts === 1 ? 'post' : 'posts'} · ${formatNumber(followers)} ${followers === 1 ? 'follower' : 'followers'}`}
          </p>
        </div>
        {description && (
          <p className="wrap-anywhere basis-full sm:order-last">
            <UserText text={description} />
          </p>
        )}
        <div className="flex flex-wrap gap-2 print:hidden">
          <Subscribe tag={name} />
          <Button
            variant="ghost"
            className="text-muted"
            aria-pressed={viewer.muted}
            title={viewer.muted ? 'Show its posts in your feeds again' : 'Hide its posts from your feeds'}
            onClick={() => set('muted')(!viewer.muted)}
          >
            <BellOff />
            {viewer.muted ? 'Muted' : 'Mute'}
            <span className="sr-only"> #{name}</span>
          </Button>
          <FollowToggle name={`#${name}`} following={viewer.following} onFollow={set('following')} />
        </div>
      </div>
      {aliases.length > 0 && (
        <p className="wrap-anywhere text-muted text-sm">
          Also written as <TagNames names={aliases} />
        </p>
      )}
    </header>
  );
}
