import { isEmail } from '../../accounts/email.ts';
import type { Reader } from '../../db/db.ts';

/** Accounts whose e-mail address a new account could not have: earlier versions accepted more. */
export interface OddEmails {
  count: number;
  /** The first of them. */
  emails: string[];
}

/** Rows that are read at a time. */
const batch = 1000;

export async function findOddEmails(db: Reader, most = 10): Promise<OddEmails> {
  const found: OddEmails = { count: 0, emails: [] };
  let last = '';
  for (;;) {
    const rows = await db.all<{
      id: string;
      email: string;
    }>`select id, email from users where id > ${last} and deleted_at is null order by id limit ${batch}`;
    for (const { email } of rows) {
      if (isEmail(email)) continue;
      found.count++;
      if (found.emails.length < most) found.emails.push(email);
    }
    if (rows.length < batch) return found;
    last = rows.at(-1)?.id ?? '';
  }
}
