import { type Account, tagPath } from '@dev-connector/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { Loading } from '../../feedback/Loading';
import { Button } from '../../ui/Button';
import { Checkbox } from '../../ui/fields/Field';
import { Section } from '../../ui/Section';
import { UserText } from '../../ui/UserText';
import { useSession } from '../accounts/session/session';
import { followStateQuery, useFollowSettings, useTagChange } from './follow-queries';
import { ownFollowsQuery } from './own-follows';

/** The visibility of the member's lists, and the tags that they follow and mute. */
export function FollowSettings() {
  const { account } = useSession();
  return (
    <Section
      id="follows"
      heading="Follows and tags"
      lead="The numbers on your profile stay visible, and the lists of others still show you. Nobody sees which tags you mute."
    >
      {account && <Settings account={account} />}
    </Section>
  );
}

function Settings({ account: { _id: id } }: { account: Account }) {
  const state = useQuery({ ...followStateQuery(id), retryOnMount: false });
  const own = useQuery({ ...ownFollowsQuery, retryOnMount: false });
  const change = useFollowSettings(id);
  // The tags when the section opened and those since, so that a tag can be taken back after it was removed.
  const [seen, setSeen] = useState<{ followed: string[]; muted: string[] }>();
  if (!state.data || !own.data) return <Loading query={state.data ? own : state} message="Your follows could not be loaded" />;
  const followed = union(seen?.followed, own.data.tags);
  const muted = union(seen?.muted, own.data.mutedTags);
  if (followed.length !== seen?.followed.length || muted.length !== seen.muted.length) setSeen({ followed, muted });
  return (
    <>
      <div className="flex flex-col gap-2">
        <Checkbox
          name="followersHidden"
          label="Hide the list of my followers"
          checked={state.data.followersHidden}
          onChange={({ currentTarget }) => change({ followersHidden: currentTarget.checked })}
        />
        <Checkbox
          name="followingHidden"
          label="Hide the list of people I follow"
          checked={state.data.followingHidden}
          onChange={({ currentTarget }) => change({ followingHidden: currentTarget.checked })}
        />
      </div>
      <Tags heading="Tags you follow" kind="following" tags={followed} active={own.data.tags} undo="Unfollow" redo="Follow again">
        You follow no tags.
      </Tags>
      <Tags heading="Muted tags" kind="muted" tags={muted} active={own.data.mutedTags} undo="Unmute" redo="Mute again">
        You mute no tags. Mute one on its page to hide its posts from your feeds.
      </Tags>
    </>
  );
}

const union = (seen: string[] = [], now: string[]): string[] => [...new Set([...seen, ...now])].sort();

interface TagsProps {
  heading: string;
  kind: 'following' | 'muted';
  tags: string[];
  active: string[];
  undo: string;
  redo: string;
  children: ReactNode;
}

/** A removed tag stays in the list until the screen closes, with a button that takes it back. */
function Tags({ heading, kind, tags, active, undo, redo, children }: TagsProps) {
  const change = useTagChange();
  return (
    <section aria-label={heading}>
      <h3 className="pb-1 font-medium">{heading}</h3>
      {tags.length === 0 ? (
        <p className="text-muted text-sm">
          {children}{' '}
          <Link to="/dev/tags" className="link">
            Browse tags
          </Link>
        </p>
      ) : (
        <ul className="list">
          {tags.map((tag) => {
            const isActive = active.includes(tag);
            return (
              <li key={tag} className="flex items-center justify-between gap-4 py-2">
                <Link to={tagPath(tag)} className={`link-quiet wrap-anywhere ${isActive ? '' : 'text-muted line-through'}`}>
                  <UserText text={`#${tag}`} />
                </Link>
                <Button
                  size="sm"
                  aria-label={`${isActive ? undo : redo} #${tag}`}
                  onClick={() => void change({ kind, tag, value: !isActive }).catch(() => {})}
                >
                  {isActive ? undo : redo}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
