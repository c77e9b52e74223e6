import type { Education, Experience, Profile } from '@dev-connector/contract';
import { Link, useNavigate } from 'react-router';
import { useNotDeleted } from '../../../api/pending-deletions';
import { Screen } from '../../../ui/Screen';
import { ErrorScreen } from '../../../ui/states/ErrorScreen';
import { SkeletonFields } from '../../../ui/states/Skeleton';
import { NoProfile } from '../NoProfile';
import { OwnProfile } from '../OwnProfile';
import { EntryForm } from './EntryForm';
import { type EntryKind, entryKinds } from './entry-kinds';
import { useAddEntry, useReplaceEntry } from './entry-queries';

/** Screen that adds an entry to the member's profile. */
export const AddEntry = ({ kind }: { kind: EntryKind }) => (
  <Screen {...entryKinds[kind].add} width="form">
    <OwnProfile>{(profile) => (profile ? <Add kind={kind} /> : <NoProfile />)}</OwnProfile>
  </Screen>
);

function Add({ kind }: { kind: EntryKind }) {
  const navigate = useNavigate();
  const { mutateAsync: save, error } = useAddEntry(kind);
  return <EntryForm kind={kind} draft={`add-${kind}`} save={save} failure={error} onSaved={() => void navigate('/dev/dashboard')} />;
}

/** Screen that edits an entry of the member's profile. */
export const EditEntry = ({ kind, id }: { kind: EntryKind; id: string }) => (
  <OwnProfile
    placeholder={
      <Screen {...entryKinds[kind].edit} width="form">
        <SkeletonFields />
      </Screen>
    }
  >
    {(profile) => <Entry key={id} kind={kind} id={id} profile={profile} />}
  </OwnProfile>
);

function Entry({ kind, id, profile }: { kind: EntryKind; id: string; profile: Profile | null }) {
  const isShown = useNotDeleted();
  const entries: Array<Experience | Education> = profile?.[kind] ?? [];
  const entry = entries.find((entry) => entry._id === id && isShown(entry));
  if (!entry)
    return (
      <ErrorScreen
        title={entryKinds[kind].missing}
        text="It may have been deleted."
        action={
          <Link to="/dev/dashboard" className="btn btn-primary">
            Go to your dashboard
          </Link>
        }
      />
    );
  return (
    <Screen {...entryKinds[kind].edit} width="form">
      <Edit kind={kind} entry={entry} />
    </Screen>
  );
}

function Edit({ kind, entry }: { kind: EntryKind; entry: Experience | Education }) {
  const navigate = useNavigate();
  const { mutateAsync: save, error } = useReplaceEntry(kind, entry._id);
  return (
    <EntryForm
      kind={kind}
      entry={entry}
      draft={`edit-${kind}-${entry._id}`}
      save={save}
      failure={error}
      onSaved={() => void navigate('/dev/dashboard')}
    />
  );
}
