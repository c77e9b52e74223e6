import type { ScreenHandle } from '../../context';
import { titleMeta } from '../../site/meta';
import { EditEntry } from '../entry/EntryScreen';
import { entryKinds } from '../entry/entry-kinds';
import type { Route } from './+types/route';

export const handle: ScreenHandle = { firstRequest: '/api/profile/me' };

export const meta = titleMeta(entryKinds.education.edit.heading);

export default function EditEducation({ params: { id } }: Route.ComponentProps) {
  return <EditEntry kind="education" id={id} />;
}
