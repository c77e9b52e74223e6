import type { ScreenHandle } from '../../context';
import { titleMeta } from '../../site/meta';
import { AddEntry } from '../entry/EntryScreen';
import { entryKinds } from '../entry/entry-kinds';

export const handle: ScreenHandle = { firstRequest: '/api/profile/me' };

export const meta = titleMeta(entryKinds.education.add.heading);

export default function AddEducation() {
  return <AddEntry kind="education" />;
}
