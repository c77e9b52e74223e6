import { publicTagPath } from '@dev-connector/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { UserText } from '../../ui/UserText';
import { NewMembers } from '../directory/NewMembers';
import { newestProfilesQuery } from '../directory/newest-profiles';
import { publicTagsQuery } from '../posts/public/public-queries';

const headingClass = 'pb-2 font-medium';

/** Links to the tags of public posts: beside the list on wide screens, in a scrolling line above it on others. `current`: the tag of the list. */
export function Tags({ current }: { current: string | undefined }) {
  const { data: tags = [] } = useQuery(publicTagsQuery());
  if (tags.length === 0) return null;
  return (
    <section aria-labelledby="tags" className="min-w-0 text-sm min-[68.75rem]:col-start-2">
      <h2 id="tags" className={`${headingClass} max-[68.75rem]:sr-only`}>
        Tags
      </h2>
      <ul className="filter-row">
        {tags.map(({ name, posts }) => (
          <li key={name} className="shrink-0">
            <Link
              to={publicTagPath(name)}
              aria-current={name === current ? 'true' : undefined}
              className="chip relative after:absolute after:inset-x-0 pointer-coarse:after:-inset-y-2.5 hover:text-ink aria-[current=true]:bg-ink aria-[current=true]:text-surface"
            >
              <UserText text={`#${name}`} />
              <span className="text-muted tabular-nums in-aria-[current=true]:text-inherit" title={`${posts} of the newest public posts`}>
                {posts}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The newest profiles. */
export function People() {
  const { data: people = [] } = useQuery(newestProfilesQuery());
  if (people.length === 0) return null;
  return (
    <section aria-labelledby="people" className="min-w-0 text-sm min-[68.75rem]:col-start-2">
      <h2 id="people" className={headingClass}>
        New members
      </h2>
      <NewMembers members={people} className="grid gap-x-6 sm:grid-cols-2 min-[68.75rem]:grid-cols-1" />
      <p className="pt-2">
        <Link to="/dev/profiles" className="link">
          All developers
        </Link>
      </p>
    </section>
  );
}
