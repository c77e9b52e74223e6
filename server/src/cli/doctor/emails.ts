import type { Reader } from '../../db/db.ts';
import { visible } from '../../log/visible.ts';
import { counted } from '../figures.ts';
import type { Finding } from './finding.ts';
import { findOddEmails } from './odd-emails.ts';

/** Lists accounts that keep working, but whose e-mail address probably receives no mail. */
export async function checkEmails(db: Reader): Promise<Finding[]> {
  const { count, emails } = await findOddEmails(db);
  if (count === 0) return [];
  const shown = emails.map((email) => `"${visible(email)}"`).join(', ');
  const more = count > emails.length ? ` and ${count - emails.length} more` : '';
  const says = `${counted(count, 'account')} with an e-mail address that is not valid: ${shown}${more}. They can still sign in.`;
  return [{ check: 'e-mail', state: 'note', says }];
}
