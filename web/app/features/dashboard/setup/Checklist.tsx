import type { Account, Profile } from '@dev-connector/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Circle, CircleCheck } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { Button } from '../../../ui/Button';
import { ownAvatarQuery } from '../../avatars/avatar-queries';
import { authorQuery } from '../../posts/author/author-queries';
import { useSendsMail } from '../../site/capabilities';
import type { Setup } from './setup-state';

interface ChecklistProps {
  account: Account;
  profile: Profile | null;
  setup: Setup;
  onHide: () => void;
}

interface Item {
  label: string;
  to: string;
  isDone: boolean;
}

/** Skills that a complete profile has. */
const minSkills = 3;

/** Whether the site made the handle unique by digits of the id, because others have the name (server/src/features/handles/handles.ts). */
const isAssigned = ({ _id, handle = '' }: Account): boolean => _id.endsWith(/-([^-]{4,})$/.exec(handle)?.[1] ?? '-');

/** Links to the parts that a profile lacks. Disappears when nothing is left to do, or when the member hides it. */
export function Checklist({ account, profile, setup, onHide }: ChecklistProps) {
  const heading = useId();
  const posts = useInfiniteQuery({ ...authorQuery(account._id), enabled: !setup.hidden });
  const picture = useQuery({ ...ownAvatarQuery, enabled: !setup.hidden });
  const mustConfirm = useSendsMail() && !account.emailVerified;
  const hasPosted = posts.data?.pages.some(({ data }) => data.length > 0) ?? false;
  const hasPicture = picture.data?.data.uploaded ?? false;
  const mustChoose = isAssigned(account);
  const items = itemsOf(profile, { hasPosted, hasPicture, mustConfirm, mustChoose });
  // Assumes posts and a picture until they have loaded, so that the list does not appear and then disappear.
  const assumed = { hasPosted: posts.isPending || hasPosted, hasPicture: !picture.isSuccess || hasPicture };
  const isComplete = itemsOf(profile, { ...assumed, mustConfirm, mustChoose }).every(({ isDone }) => isDone);
  if (setup.hidden || isComplete) return null;
  const done = items.filter(({ isDone }) => isDone).length;
  return (
    <section aria-labelledby={heading} className="card flex flex-col gap-3 p-4">
      <header className="flex items-baseline justify-between gap-3">
        <h2 id={heading} className="font-semibold">
          Complete your profile
        </h2>
        <span className="text-muted text-sm tabular-nums">
          {done} of {items.length}
        </span>
      </header>
      <progress value={done} max={items.length} aria-labelledby={heading} className="w-full" />
      <ul className="-mx-2 flex flex-col">
        {items.map(({ label, to, isDone }) => (
          <li key={label}>
            <Link to={to} className={`menu-item ${isDone ? 'text-muted' : ''}`}>
              {isDone ? <CircleCheck aria-hidden /> : <Circle aria-hidden />}
              {label}
              {isDone && <span className="sr-only"> (done)</span>}
            </Link>
          </li>
        ))}
      </ul>
      <Button variant="ghost" size="sm" className="-ml-2 self-start text-muted" onClick={onHide}>
        Hide this list
      </Button>
    </section>
  );
}

interface AccountState {
  hasPosted: boolean;
  hasPicture: boolean;
  mustConfirm: boolean;
  mustChoose: boolean;
}

function itemsOf(profile: Profile | null, { hasPosted, hasPicture, mustConfirm, mustChoose }: AccountState): Item[] {
  const form = profile ? '/dev/edit-profile' : '/dev/create-profile';
  return [
    // Not parts of the profile, so they are gone when they are done.
    ...(mustConfirm ? [{ label: 'Confirm your e-mail address', to: '/dev/account#name', isDone: false }] : []),
    ...(mustChoose ? [{ label: 'Choose a handle', to: '/dev/account#name', isDone: false }] : []),
    { label: `List ${minSkills} skills`, to: `${form}#skills`, isDone: (profile?.skills.length ?? 0) >= minSkills },
    { label: 'Choose your role', to: `${form}#status`, isDone: profile !== null },
    { label: 'Say where you are', to: `${form}#location`, isDone: Boolean(profile?.location) },
    { label: 'Choose a picture', to: '/dev/account#picture', isDone: hasPicture },
    { label: 'Show where you have worked', to: '/dev/add-experience', isDone: (profile?.experience.length ?? 0) > 0 },
    { label: 'Write a first post', to: '/dev/posts#new-post', isDone: hasPosted },
  ];
}
