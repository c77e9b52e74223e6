import { createInterface } from 'node:readline/promises';
import { resetMinutes } from '@dev-connector/contract';
import { eachMember, findMemberEntry, type MemberDetails, type MemberEntry, readDetails, signOutEverywhere } from '../accounts/members.ts';
import { allowReset } from '../accounts/password-resets.ts';
import type { Db } from '../db/db.ts';
import { deleteAccount, deleteBatch } from '../deletion/batches.ts';
import { visible, visibleJson } from '../log/visible.ts';
import { readSettings } from '../settings.ts';
import { type Command, CommandFailure, command, print, printJson, printNote, UsageError } from './command.ts';
import { withDatabase } from './database.ts';
import { counted } from './figures.ts';
import { siteAddress } from './link.ts';

const help = `Looks after members. WHO is an e-mail address or an id.

  dev-connector user list               everybody, newest first: id, day of joining, e-mail, name
  dev-connector user show WHO           one member: what they wrote, where they are signed in
  dev-connector user reset-password WHO prints a link with which they can set a new password, once, for ${resetMinutes} minutes
  dev-connector user sign-out WHO       ends all of their sessions
  dev-connector user delete WHO         deletes the account with everything that they wrote

  --json   as JSON; for list one object a line
  --yes    delete without asking; needed where nobody can be asked

The link of reset-password begins with PUBLIC_URL, so give the command the environment that the site has; whoever opens it can
set the password, and is signed in then, while every other session of that member ends.

The site may run meanwhile: what is done here holds for it at once.`;

/** Where WHO is missing. */
const who = ['show', 'reset-password', 'sign-out', 'delete'];

const one = command({
  help,
  words: ['list, show, reset-password, sign-out or delete', 'WHO'],
  options: { json: { type: 'boolean' }, yes: { type: 'boolean' } },
  async run({ json = false, yes = false }, [task = '', name = '']) {
    const settings = readSettings();
    await withDatabase(settings, async (db) => {
      const member = await findMemberEntry(db, name);
      if (!member) throw new CommandFailure(`Nobody here has the e-mail address or the id "${name}".`);
      if (task === 'show') show(await readDetails(db, member), json);
      if (task === 'reset-password') await resetPassword(db, member, { json, site: siteAddress(settings) });
      if (task === 'sign-out') await signOut(db, member, json);
      if (task === 'delete') await remove(db, member, { json, yes });
    });
    return undefined;
  },
});

const all = command({
  help,
  words: ['list'],
  options: { json: { type: 'boolean' } },
  async run({ json }) {
    await withDatabase(readSettings(), async (db) => {
      for await (const member of eachMember(db)) await write(json ? visibleJson(toJson(member)) : visible(toLine(member)));
    });
    return undefined;
  },
});

export const user: Command = async (args) => {
  const task = args.find((word) => !word.startsWith('-'));
  if (task === 'list' || task === undefined) return all(args);
  if (!who.includes(task)) throw new UsageError(`There is no "user ${task}".`);
  return one(args);
};

/** Waits while whoever reads is slow, so that a list of any length takes no more memory than a portion of it. */
async function write(line: string): Promise<void> {
  if (!process.stdout.write(`${line}\n`)) await new Promise((resolve) => process.stdout.once('drain', resolve));
}

const date = (instant: number) => new Date(instant).toISOString();
const toJson = ({ joined, ...entry }: MemberEntry) => ({ ...entry, joined: date(joined) });
const toLine = ({ id, name, email, joined }: MemberEntry) => `${id}  ${date(joined).slice(0, 10)}  ${email}  ${name}`;

function show(details: MemberDetails, json: boolean): void {
  const sessions = details.sessions.map(({ device, began, used }) => ({ device, began: date(began), used: date(used) }));
  if (json) {
    printJson({ ...toJson(details), sessions });
    return;
  }
  const { id, name, email, joined, hasProfile, posts, comments, likes } = details;
  print(`${name} <${email}>`);
  print(`id        ${id}`);
  print(`joined    ${date(joined)}`);
  print(`profile   ${hasProfile ? 'yes' : 'none'}`);
  print(`wrote     ${counted(posts, 'post')}, ${counted(comments, 'comment')}, ${counted(likes, 'like')}`);
  print(`sessions  ${sessions.length || 'none'}`);
  for (const { device, used } of sessions) print(`          last used ${used}  ${device ?? 'unknown device'}`);
}

async function resetPassword(db: Db, member: MemberEntry, { json, site }: { json: boolean; site: string }): Promise<void> {
  const link = `${site}/dev/reset-password#${await allowReset(db, member.id)}`;
  if (json) {
    printJson({ id: member.id, link, expires: date(Date.now() + resetMinutes * 60_000) });
    return;
  }
  print(link);
  printNote(`For ${member.name} <${member.email}>: it works once, for ${resetMinutes} minutes. One made before works no more.`);
}

async function signOut(db: Db, member: MemberEntry, json: boolean): Promise<void> {
  const ended = await signOutEverywhere(db, member);
  if (json) printJson({ id: member.id, ended });
  else print(`Ended ${counted(ended, 'session')} of ${member.name} <${member.email}>.`);
}

async function remove(db: Db, member: MemberEntry, { json, yes }: { json: boolean; yes: boolean }): Promise<void> {
  const { posts, comments } = await readDetails(db, member);
  const what = `${visible(member.name)} <${visible(member.email)}> with ${counted(posts, 'post')} and ${counted(comments, 'comment')}`;
  if (!yes && !(await agreed(`Delete ${what}? This cannot be undone. Type yes: `))) throw new CommandFailure('Nothing was deleted.');
  await deleteAccount(db, member);
  while (await deleteBatch(db));
  if (json) printJson({ id: member.id, deleted: true });
  else print(`Deleted ${what}.`);
}

async function agreed(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new UsageError('Deleting cannot be undone: say --yes where nobody can be asked.');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(question)).trim().toLowerCase() === 'yes';
  } finally {
    terminal.close();
  }
}
