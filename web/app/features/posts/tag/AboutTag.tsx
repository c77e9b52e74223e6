import { type TagDetails, withoutHidden } from '@dev-connector/contract';
import { Link } from 'react-router';
import { Avatar } from '../../../ui/Avatar';
import { UserText } from '../../../ui/UserText';
import { TagMonths } from '../../activity/TagMonths';

/** The most active members of a tag, its posts by month, and the tags that it is often together with. */
export const AboutTag = ({ details: { name, members } }: { details: TagDetails }) => (
  <>
    {members.length > 0 && (
      <section aria-labelledby="writers">
        <h2 id="writers" className="pb-2 font-medium">
          Who writes about it
        </h2>
        <ul aria-labelledby="writers" className="flex flex-wrap gap-x-4 gap-y-2">
          {members.map(({ user, posts }) => (
            <li key={user._id} className="min-w-0">
              <Link
                to={`/dev/profile/${user._id}`}
                prefetch="intent"
                className="link-quiet tap flex items-center gap-1.5"
                title={`${withoutHidden(user.name)}: ${posts} ${posts === 1 ? 'post' : 'posts'}`}
              >
                <Avatar src={user.avatar} size={24} lazy />
                <span className="max-w-40 truncate">
                  <UserText text={user.name} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
    )}
    <TagMonths tag={name} />
  </>
);
