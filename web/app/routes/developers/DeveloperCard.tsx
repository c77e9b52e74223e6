import type { Profile } from '@dev-connector/contract';
import { useId } from 'react';
import { Link } from 'react-router';
import { Position } from '../../profiles/Position';
import { Skills } from '../../profiles/Skills';
import { Avatar } from '../../ui/Avatar';
import { Written } from '../../ui/Written';

/** Skills that a card shows at most (spec section 9). */
const skillsShown = 4;

/** A developer in the directory: the person first. The whole card leads to the profile. */
export function DeveloperCard({ profile }: { profile: Profile }) {
  const id = useId();
  const { user, location, skills } = profile;
  return (
    <article className="panel relative flex h-full flex-col gap-4 p-4 hover:border-primary">
      <div className="flex items-start gap-3">
        <Avatar name={user.name} src={user.avatar} size={64} />
        <div className="min-w-0">
          <h2 id={id} className="wrap-anywhere line-clamp-2 font-semibold">
            <Written text={user.name} />
          </h2>
          <p className="wrap-anywhere line-clamp-2 text-sm">
            <Position profile={profile} />
          </p>
          {location && (
            <p className="muted truncate text-sm">
              <Written text={location} />
            </p>
          )}
        </div>
      </div>
      <Skills skills={skills.slice(0, skillsShown)} />
      <Link
        to={`/dev/profile/${user._id}`}
        prefetch="intent"
        aria-describedby={id}
        className="link link-primary mt-auto self-start text-sm after:absolute after:inset-0 after:rounded-box"
      >
        View Profile
      </Link>
    </article>
  );
}
