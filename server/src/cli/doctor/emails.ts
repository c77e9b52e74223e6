import type { Reader } from '../../db/db.ts';
import { isEmail } from '../../http/schemas/email.ts';
import { escapeText } from '../../log/escape.ts';
import { counted } from '../figures.ts';
import type { Finding } from './finding.ts';

/** Number of rows per query. */
const batch = 1000;
/** Maximum number of addresses to list. */
const maxShown = 10;

/** Lists accounts whose e-mail address is invalid, because earlier versions accepted more. They still work but probably cannot receive mail. */
export async function checkEmails(db: Reader): Promise<Finding[]> {
  let count = 0;
  const shown: string[] = [];
  for await (const email of invalidEmails(db)) {
    count++;
    if (shown.length < maxShown) shown.push(`"${escapeText(email)}"`);
  }
  if (count === 0) return [];
  const more = count > shown.length ? ` and ${count - shown.length} more` : '';
  const says = `${counted(count, 'account')} with an invalid e-mail address: ${shown.join(', ')}${more}. They can still sign in.`;
  return [{ check: 'e-mail', state: 'note', says }];
}

async function* invalidEmails(db: Reader): AsyncGenerator<string> {
  for (let last = '', more = true; more; ) {
    const rows = await db.all<{
      id: string;
      email: string;
    }>`select id, email from users where id > ${last} and deleted_at is null order by id limit ${batch}`;
    for (const { email } of rows) if (!isEmail(email)) yield email;
    last = rows.at(-1)?.id ?? '';
    more = rows.length === batch;
  }
}
