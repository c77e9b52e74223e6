import type { Reader } from '../../db/db.ts';
import { visible } from '../../log/visible.ts';
import { counted } from '../figures.ts';
import type { Finding } from './finding.ts';
import { findInvalidEmails } from './invalid-emails.ts';

/** Lists accounts whose e-mail address is invalid. They still work but probably cannot receive mail. */
export async function checkEmails(db: Reader): Promise<Finding[]> {
  const { count, emails } = await findInvalidEmails(db);
  if (count === 0) return [];
  const shown = emails.map((email) => `"${visible(email)}"`).join(', ');
  const more = count > emails.length ? ` and ${count - emails.length} more` : '';
  const says = `${counted(count, 'account')} with an invalid e-mail address: ${shown}${more}. They can still sign in.`;
  return [{ check: 'e-mail', state: 'note', says }];
}
