import { Link } from 'react-router';
import { Avatar } from '../../ui/Avatar';
import { MonthPeriod } from '../../ui/profile/MonthPeriod';
import { Position } from '../../ui/profile/Position';
import { Skills } from '../../ui/profile/Skills';
import { UserText } from '../../ui/UserText';
import type { SampleProfile as Profile } from './sample';

/** The beginning of a profile. */
export const SampleProfile = ({ profile }: { profile: Profile }) => {
  const { user, headline, location, skills, experience } = profile;
  return (
    <section aria-label="A profile" className="card min-w-0">
      <div className="flex flex-col gap-4 px-5 py-5">
        <div className="flex gap-4">
          <span className="shrink-0 self-start">
            <Avatar src={user.avatar} size={40} lazy />
          </span>
          <div className="wrap-anywhere min-w-0">
            <h3 className="font-semibold text-lg">
              <UserText text={user.name} />
            </h3>
            {headline && (
              <p className="line-clamp-2">
                <UserText text={headline} />
              </p>
            )}
            <p className="text-muted">
              <Position profile={profile} />
              {location && (
                <>
                  {' · '}
                  <UserText text={location} />
                </>
              )}
            </p>
          </div>
        </div>
        <Skills skills={skills} />
      </div>
      {experience.length > 0 && (
        <ul className="flex flex-col gap-3 border-line border-t px-5 py-4">
          {experience.map(({ _id, title, company, ...dates }) => (
            <li key={_id} className="grid gap-x-6 sm:grid-cols-[9rem_minmax(0,1fr)]">
              <p className="text-muted text-sm tabular-nums sm:pt-px">
                <MonthPeriod {...dates} />
              </p>
              <p className="wrap-anywhere">
                <UserText className="font-medium" text={title} />
                <span className="text-muted">
                  {' · '}
                  <UserText text={company} />
                </span>
              </p>
            </li>
          ))}
        </ul>
      )}
      <p className="flex border-line border-t px-5 py-3 text-sm">
        <Link to={`/dev/profile/${user._id}`} className="link tap ms-auto content-center">
          See the profile
        </Link>
      </p>
    </section>
  );
};
