import { Link } from 'react-router';

/** Shown to a member who has no profile yet, with a picture of what a profile has. */
export const NoProfile = () => (
  <div className="flex flex-wrap items-center gap-x-10 gap-y-6">
    <div className="flex min-w-0 flex-1 basis-72 flex-col items-start gap-4">
      <div>
        <p>{noProfileYet}</p>
        <p className="mt-1 text-muted text-sm">
          A profile gives you a public page and a résumé, and lets other members find you by your skills.
        </p>
      </div>
      <CreateProfile />
    </div>
    <ProfilePicture />
  </div>
);

/** The same in one line, below the first steps. */
export const NoProfileLine = () => (
  <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
    <p className="text-muted">{noProfileYet}</p>
    <CreateProfile />
  </div>
);

const noProfileYet = 'You have not yet setup a Profile. Please add some information';

const CreateProfile = () => (
  <Link to="/dev/create-profile" className="btn">
    Create Profile
  </Link>
);

/** Drawing of a profile: picture, name, position, skills, timeline. */
const ProfilePicture = () => (
  <svg viewBox="0 0 240 132" width={240} height={132} aria-hidden className="max-w-full shrink-0 max-sm:hidden">
    <rect x=".5" y=".5" width="239" height="131" rx="8" className="fill-raised stroke-line" />
    <circle cx="36" cy="36" r="18" className="fill-sunken" />
    <circle cx="36" cy="31" r="6" className="fill-edge" />
    <path d="M25 46a11 9 0 0 1 22 0 18 18 0 0 1-22 0" className="fill-edge" />
    <g className="fill-edge">
      <rect x="66" y="24" width="84" height="8" rx="4" className="fill-ink" />
      <rect x="66" y="40" width="120" height="6" rx="3" />
    </g>
    <g className="fill-sunken stroke-line">
      <rect x="18.5" y="66.5" width="44" height="14" rx="7" />
      <rect x="68.5" y="66.5" width="58" height="14" rx="7" />
      <rect x="132.5" y="66.5" width="36" height="14" rx="7" />
    </g>
    <path d="M22.5 97v18" className="stroke-line" />
    <g className="fill-edge">
      <circle cx="22.5" cy="97" r="3" className="fill-accent" />
      <rect x="34" y="94" width="92" height="6" rx="3" />
      <circle cx="22.5" cy="115" r="3" />
      <rect x="34" y="112" width="70" height="6" rx="3" />
    </g>
  </svg>
);
