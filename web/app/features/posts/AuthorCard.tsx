import type { Post } from '@dev-connector/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Avatar } from '../../ui/Avatar';
import { UserText } from '../../ui/UserText';

/** Shows the author of a post beside its discussion. `children`: the button that follows the author. */
export const AuthorCard = ({ post: { user, name, avatar, headline }, children }: { post: Post; children: ReactNode }) => (
  <section aria-labelledby="author">
    <h2 id="author" className="pb-3.5 font-medium">
      Author
    </h2>
    <div className="flex min-h-10 items-start gap-3">
      <Avatar src={avatar} size={32} />
      <div className="min-w-0 grow">
        <Link to={`/dev/profile/${user}`} prefetch="intent" className="link-quiet block truncate font-medium">
          <UserText text={name} />
        </Link>
        {headline && (
          <p className="wrap-anywhere line-clamp-2 text-muted">
            <UserText text={headline} />
          </p>
        )}
      </div>
      {children}
    </div>
  </section>
);
