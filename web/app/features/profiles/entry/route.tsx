import { useLocation, useParams } from 'react-router';
import type { ScreenHandle } from '../../../context';
import { titleMeta } from '../../site/meta';
import type { Route } from './+types/route';
import { AddEntry, EditEntry } from './EntryScreen';
import { type EntryKind, entryKinds } from './entry-kinds';

export const handle: ScreenHandle = { firstRequest: '/api/profile/me' };

const kindOf = (path: string): EntryKind => (path.includes('education') ? 'education' : 'experience');

export const meta: Route.MetaFunction = ({ location, params, matches }) => {
  const { add, edit } = entryKinds[kindOf(location.pathname)];
  return titleMeta(('id' in params ? edit : add).heading)({ matches });
};

/** Adds or edits an entry of the member's profile. The addresses of both kinds lead here. */
export default function Entry() {
  const { id } = useParams();
  const kind = kindOf(useLocation().pathname);
  return id === undefined ? <AddEntry key={kind} kind={kind} /> : <EditEntry kind={kind} id={id} />;
}
