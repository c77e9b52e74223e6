import { createInterface } from 'node:readline/promises';
import { resetMinutes } from '@dev-connector/contract';
import {
  eachMember,
  findMemberEntry,
  type MemberDetails,
  type MemberEntry,
  readDetails,
  signOutEverywhere,
} from '../../features/accounts/members.ts';
import { createResetLink } from '../../features/accounts/password-resets.ts';
import { deleteAccount } from '../../features/accounts/users.ts';
import { features, openContext } from '../../features.ts';
import type { Db } from '../../platform/db/db.ts';
import { siteAddress } from '../../platform/http/origin.ts';
import { escapeJson, escapeText, printNote } from '../../platform/log/escape.ts';
import type { Settings } from '../../platform/settings.ts';
import { CommandFailure, command, output, print, printJson, subcommands, UsageError } from '../command.ts';
import { withDatabase } from '../database.ts';
import { counted, formatSize } from '../figures.ts';

const help = `Manages members. MEMBER is an e-mail address, a handle or an id.

  dev-connector user list                   list all members, newest first: id, date of joining, e-mail, handle, name
  dev-connector user show MEMBER            show a member's activity and sessions
  dev-connector user reset-password MEMBER  print a link that sets a new password; works once, for ${resetMinutes} minutes
  dev-connector user sign-out MEMBER        end all sessions of a member
  dev-connector user delete MEMBER          delete an account with its posts, comments and likes

  --json   print JSON; with list, one object per line
  --yes    delete without confirmation; required if there is no terminal

The link of reset-password begins with the PUBLIC_URL of the site. Anyone who opens the link can set the password. That signs them in
and ends all other sessions of the member.

The site can keep running. Changes take effect immediately.`;

const one = command({
  help,
  positionals: ['subcommand', 'MEMBER'],
  options: { json: { type: 'boolean' }, yes: { type: 'boolean' } },
  async run({ json = false, yes = false }, [subcommand = '', name = '']) {
    await withDatabase(async (db, settings) => {
      const member = await findMemberEntry(db, name);
      if (!member) throw new CommandFailure(`No member has the e-mail address, handle or id "${name}".`);
      if (subcommand === 'show') show(await readDetails(db, features, member), json);
      if (subcommand === 'reset-password') await resetPassword(db, member, { json, site: siteAddress(settings) });
      if (subcommand === 'sign-out') await signOut(settings, db, member, json);
      if (subcommand === 'delete') await remove(settings, db, member, { json, yes });
    });
  },
});

const all = command({
  help,
  positionals: ['list'],
  options: { json: { type: 'boolean' } },
  async run({ json }) {
    await withDatabase(async (db) => {
      for await (const member of eachMember(db)) await write(json ? escapeJson(toJson(member)) : escapeText(toLine(member)));
    });
  },
});

export const user = subcommands('user', { list: all, show: one, 'reset-password': one, 'sign-out': one, delete: one });

/** Writes a line and waits for `drain` if the buffer is full, so that a long list does not accumulate in memory. */
async function write(line: string): Promise<void> {
  if (!process.stdout.write(`${line}\n`)) await new Promise((resolve) => process.stdout.once('drain', resolve));
}

const date = (instant: number) => new Date(instant).toISOString();
const toJson = ({ joined, ...entry }: MemberEntry) => ({ ...entry, joined: date(joined) });
const toLine = ({ id, name, handle, email, joined }: MemberEntry) =>
  `${id}  ${date(joined).slice(0, 10)}  ${email}  ${handle ? `@${handle}` : '-'}  ${name}`;

function show(details: MemberDetails, json: boolean): void {
  const sessions = details.sessions.map(({ device, began, used }) => ({ device, began: date(began), used: date(used) }));
  if (json) {
    printJson({ ...toJson(details), sessions });
    return;
  }
  const { id, name, handle, email, joined, hasProfile, posts, comments, likes, storage } = details;
  print(`${name} <${email}>`);
  print(`id        ${id}`);
  print(`handle    ${handle ? `@${handle}` : 'none'}`);
  print(`joined    ${date(joined)}`);
  print(`profile   ${hasProfile ? 'yes' : 'none'}`);
  print(`activity  ${counted(posts, 'post')}, ${counted(comments, 'comment')}, ${counted(likes, 'like')}`);
  print(
    `storage   ${formatSize(storage.texts)} of texts, ${formatSize(storage.images)} of images; ${formatSize(storage.day)} in the last 24 hours`,
  );
  print(`sessions  ${sessions.length || 'none'}`);
  for (const { device, used } of sessions) print(`          last used ${used}  ${device ?? 'unknown device'}`);
}

async function resetPassword(db: Db, member: MemberEntry, { json, site }: { json: boolean; site: string }): Promise<void> {
  const link = `${site}/dev/reset-password#${await createResetLink(db, member.id)}`;
  if (json) {
    printJson({ id: member.id, link, expires: date(Date.now() + resetMinutes * 60_000) });
    return;
  }
  print(link);
  printNote(`For ${member.name} <${member.email}>: valid once, for ${resetMinutes} minutes. Earlier links no longer work.`);
}

async function signOut(settings: Settings, db: Db, member: MemberEntry, json: boolean): Promise<void> {
  const ended = await signOutEverywhere(openContext(settings, db, log), member);
  output(json, { id: member.id, ended }, `Ended ${counted(ended, 'session')} of ${member.name} <${member.email}>.`);
}

async function remove(settings: Settings, db: Db, member: MemberEntry, { json, yes }: { json: boolean; yes: boolean }): Promise<void> {
  const { posts, comments } = await readDetails(db, features, member);
  const description = `${escapeText(member.name)} <${escapeText(member.email)}> with ${counted(posts, 'post')} and ${counted(comments, 'comment')}`;
  if (!yes && !(await confirmed(`Delete ${description}? This cannot be undone. Type yes: `)))
    throw new CommandFailure('Cancelled. Nothing was deleted.');
  const context = openContext(settings, db, log);
  await deleteAccount(context, member);
  await context.jobs.runDue(['account.delete']); // does not leave the rows to the site, which may not run
  output(json, { id: member.id, deleted: true }, `Deleted ${description}.`);
}

/** Prints the messages of failed jobs. */
const log = {
  warn: (_details: object, message: string) => printNote(message),
  error: (_details: object, message: string) => printNote(message),
};

async function confirmed(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new UsageError('Deleting cannot be undone. Add --yes to confirm without a terminal.');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(question)).trim().toLowerCase() === 'yes';
  } finally {
    terminal.close();
  }
}
