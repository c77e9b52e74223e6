import type { MailServer } from './mail-server.ts';
import { createMember, type TestMember } from './members.ts';
import type { Site } from './site.ts';

/** Inserts a member with a confirmed address. */
export async function createConfirmed(site: Site, name: string): Promise<TestMember> {
  const member = await createMember(site, name, `${crypto.randomUUID()}@example.org`);
  await site.db.run`update users set email_verified_at = 1 where id = ${member._id}`;
  return member;
}

/** Runs what waits after a deferral, as if a minute had passed. */
export async function runMails({ app, db }: Site): Promise<void> {
  await db.run`update jobs set run_at = 0 where kind in ('mail.send', 'mail.bulk') and run_at < ${Date.now() + 40_000}`;
  await db.run`update mail_settings set mailed_at = mailed_at - 60000`;
  await app.jobs.runDue();
}

/** The mails to a member. */
export const mailsTo = ({ mails }: MailServer, { email }: TestMember) => mails.filter(({ recipient }) => recipient === email);
