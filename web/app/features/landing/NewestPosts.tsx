import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { Avatar } from '../../ui/Avatar';
import { UserText } from '../../ui/UserText';
import { Day } from '../posts/public/Day';
import { featureLink } from './feature-link';
import { newestPostsQuery } from './landing-queries';

/** The newest public posts, and the way to the others. */
export function NewestPosts() {
  const { data } = useQuery(newestPostsQuery());
  return (
    <section aria-labelledby="newest" className="card min-w-0">
      <h2 id="newest" className="border-line border-b px-5 py-3 font-medium text-muted text-sm">
        Newest posts
      </h2>
      <ul className="list">
        {data?.posts.map(({ path, heading, summary, author, date }) => (
          <li key={path} className="group relative flex min-w-0 items-start gap-3 px-5 py-4">
            <Avatar src={author.avatar} size={32} />
            <div className="min-w-0">
              <h3>
                <Link
                  to={path}
                  className="wrap-anywhere line-clamp-2 font-semibold outline-offset-4 after:absolute after:inset-0 group-hover:underline group-hover:underline-offset-3"
                >
                  <UserText text={heading} />
                </Link>
              </h3>
              {summary && (
                <p className="wrap-anywhere line-clamp-2 text-muted">
                  <UserText text={summary} />
                </p>
              )}
              <p className="wrap-anywhere mt-1 text-muted text-sm">
                <UserText text={author.name} /> · <Day date={date} />
              </p>
            </div>
          </li>
        ))}
      </ul>
      <p className="border-line border-t px-5 py-3">
        <Link to="/dev/explore" className={featureLink}>
          Read more posts <ArrowRight />
        </Link>
      </p>
    </section>
  );
}
