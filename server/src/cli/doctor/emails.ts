import { firstId, type Reader } from '../../platform/db/db.ts';
import { eachRow } from '../../platform/db/each-row.ts';
import { isEmail } from '../../platform/http/schemas/email.ts';
import { escapeText } from '../../platform/log/escape.ts';
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
  const users = eachRow<{ id: string; email: string }>(
    batch,
    (last) => db.all`select id, email from users where id > ${last?.id ?? firstId} and deleted_at is null order by id limit ${batch}`,
  );
  for await (const { email } of users) {
    if (isEmail(email)) continue;
    count++;
    if (shown.length < maxShown) shown.push(`"${escapeText(email)}"`);
  }
  if (count === 0) return [];
  const more = count > shown.length ? ` and ${count - shown.length} more` : '';
  const message = `${counted(count, 'account')} with an invalid e-mail address: ${shown.join(', ')}${more}. They can still sign in.`;
  return [{ check: 'e-mail', state: 'note', message }];
}
