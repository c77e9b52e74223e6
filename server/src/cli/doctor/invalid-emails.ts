import { isEmail } from '../../accounts/email.ts';
import type { Reader } from '../../db/db.ts';

/** Accounts whose e-mail address is invalid today. Earlier versions accepted more addresses. */
export interface InvalidEmails {
  count: number;
  /** The first `max` addresses. */
  emails: string[];
}

/** Number of rows per query. */
const batch = 1000;

export async function findInvalidEmails(db: Reader, max = 10): Promise<InvalidEmails> {
  const found: InvalidEmails = { count: 0, emails: [] };
  let last = '';
  for (;;) {
    const rows = await db.all<{
      id: string;
      email: string;
    }>`select id, email from users where id > ${last} and deleted_at is null order by id limit ${batch}`;
    for (const { email } of rows) {
      if (isEmail(email)) continue;
      found.count++;
      if (found.emails.length < max) found.emails.push(email);
    }
    if (rows.length < batch) return found;
    last = rows.at(-1)?.id ?? '';
  }
}
