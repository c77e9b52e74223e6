import type { Post } from '@dev-connector/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Avatar } from '../../ui/Avatar';
import { Position } from '../../ui/profile/Position';
import { UserText } from '../../ui/UserText';
import { newestProfilesQuery } from '../directory/newest-profiles';
import { followStateQuery, suggestionsQuery } from '../follows/follow-queries';
import { Suggestions } from '../follows/Suggestions';
import { useSite } from '../site/site';
import { AboutPost } from './AboutPost';

/** Number of new members to list. */
const listed = 5;

/** Sidebar with suggested members and the site's links. Also shows the author of `post`, or new members without one. Renders when all have loaded, so that nothing shifts. */
export function Community({ post }: { post: Post | undefined }) {
  const members = useQuery({ ...newestProfilesQuery(), enabled: !post });
  const author = useQuery({ ...followStateQuery(post?.user ?? ''), enabled: post !== undefined });
  const suggestions = useQuery(suggestionsQuery);
  const { links } = useSite();
  const newest = members.data ?? [];
  const isPending = post ? author.isPending : members.isPending;
  if (isPending || suggestions.isPending || (!post && newest.length + links.length === 0)) return;
  return (
    <aside
      aria-label="Community"
      className="sticky top-[calc(var(--bar)+1.5rem)] flex flex-col gap-6 self-start text-sm not-min-[68.75rem]:hidden print:hidden"
    >
      {post && <AboutPost post={post} />}
      <Suggestions count={3} />
      {!post && newest.length > 0 && (
        <section aria-labelledby="new-members">
          <h2 id="new-members" className="pb-2 font-medium">
            New members
          </h2>
          <ul>
            {newest.slice(0, listed).map((profile) => (
              <li key={profile.user._id} className="group relative flex items-center gap-3 py-1.5">
                <Avatar src={profile.user.avatar} size={32} lazy />
                <div className="min-w-0">
                  <Link
                    to={`/dev/profile/${profile.user._id}`}
                    prefetch="intent"
                    className="block truncate font-medium after:absolute after:inset-0 group-hover:underline"
                  >
                    <UserText text={profile.user.name} />
                  </Link>
                  <p className="truncate text-muted">
                    <Position profile={profile} />
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      {links.length > 0 && (
        <ul aria-label="About this site" className="site-links flex flex-wrap gap-x-4 gap-y-1 text-muted">
          {links.map(({ label, url }) => (
            <li key={label + url}>
              <a href={url} className="link-quiet wrap-anywhere hover:text-ink">
                <bdi>{label}</bdi>
              </a>
            </li>
          ))}
        </ul>
      )}
    </aside>
  );
}
