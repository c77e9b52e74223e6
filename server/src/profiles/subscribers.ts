import type { Context } from '../context.ts';
import { indexPerson } from '../search/index-rows.ts';
import { deleteProfile, touchProfile } from './profile-changes.ts';

/** Keeps profiles consistent with their accounts. */
export function registerProfiles({ events }: Context): void {
  events.on('user.created', (tx, { userId }) => indexPerson(tx, userId));
  events.on('user.renamed', (tx, { userId }) => touchProfile(tx, userId));
  events.on('user.deleted', (tx, { userId }) => deleteProfile(tx, userId));
}
