import { type Post, tagPath } from '@dev-connector/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { UserText } from '../../ui/UserText';
import { NewMembers } from '../directory/NewMembers';
import { newestProfilesQuery } from '../directory/newest-profiles';
import { followStateQuery, suggestionsQuery } from '../follows/follow-queries';
import { Suggestions } from '../follows/Suggestions';
import { activeTagsQuery } from '../tags/tag-queries';
import { AboutPost } from './AboutPost';

/** Number of new members to list. */
const listed = 5;

/**
 * Sidebar with suggested members. Also shows the author of `post`, or `about`; without these, active tags and new members. Renders when all have loaded, so that
 * nothing shifts; `about` is null until then.
 */
export function Community({ post, about }: { post: Post | undefined; about: ReactNode }) {
  const isFeed = !post && about === undefined;
  const members = useQuery({ ...newestProfilesQuery(), enabled: isFeed });
  const author = useQuery({ ...followStateQuery(post?.user ?? ''), enabled: post !== undefined });
  const suggestions = useQuery(suggestionsQuery);
  const tags = useQuery({ ...activeTagsQuery, enabled: isFeed });
  const isPending = (post && author.isPending) || (isFeed && (members.isPending || tags.isPending));
  if (about === null || isPending || suggestions.isPending) return;
  const newest = (isFeed && members.data) || [];
  const activeTags = (isFeed && tags.data?.filter(({ posts }) => posts > 0)) || [];
  if (isFeed && newest.length + activeTags.length === 0) return;
  return (
    <aside
      aria-label="Community"
      className="sticky top-[calc(var(--bar)+1.5rem)] flex flex-col gap-6 self-start text-sm not-min-[68.75rem]:hidden print:hidden"
    >
      {post && <AboutPost post={post} />}
      {about}
      <Suggestions count={3} without={post?.user} />
      {activeTags.length > 0 && (
        <section aria-labelledby="active-tags">
          <h2 id="active-tags" className="pb-2 font-medium">
            Active tags
          </h2>
          <ul className="flex flex-wrap gap-1.5">
            {activeTags.map(({ name }) => (
              <li key={name} className="flex min-w-0">
                <Link to={tagPath(name)} prefetch="intent" className="chip text-muted hover:text-ink">
                  <UserText text={`#${name}`} />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {newest.length > 0 && (
        <section aria-labelledby="new-members">
          <h2 id="new-members" className="pb-2 font-medium">
            New members
          </h2>
          <NewMembers members={newest.slice(0, listed)} />
        </section>
      )}
    </aside>
  );
}
