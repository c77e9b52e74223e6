import { Link } from 'react-router';
import { buttonClass } from '../../../ui/Button';

const entries = [
  { to: '/dev/edit-profile', name: 'Write a bio' },
  { to: '/dev/add-experience', name: 'Add Experience' },
  { to: '/dev/add-education', name: 'Add Education' },
];

/** Leads the owner of an almost empty profile to the forms that fill it. */
export const FirstEntries = () => (
  <section aria-labelledby="first-entries" className="card flex max-w-2xl flex-col items-start gap-3 p-5 print:hidden">
    <div>
      <h2 id="first-entries" className="font-semibold">
        Tell others who you are
      </h2>
      <p className="text-pretty text-muted">
        A bio and a few entries make this a profile that others find, and a résumé that you can send. Edit Profile also imports a JSON
        Resume. Only you see this note.
      </p>
    </div>
    <div className="flex flex-wrap gap-2">
      {entries.map(({ to, name }) => (
        <Link key={to} to={to} className={buttonClass('neutral', 'sm')}>
          {name}
        </Link>
      ))}
    </div>
  </section>
);
