import { eachInvitation, type InvitationEntry, invite as makeInvitation, revokeInvitation } from '../accounts/invitations.ts';
import { readSettings, type Settings } from '../settings.ts';
import { CommandFailure, command, print, printJson, printNote, UsageError } from './command.ts';
import { withDatabase } from './database.ts';
import { counted } from './figures.ts';
import { siteAddress } from './link.ts';
import { whole } from './number.ts';

const help = `Makes a link with which people can sign up where the setting REGISTRATION is "invited", and prints it, this once.

  dev-connector invite [--uses 1] [--days 7]
  dev-connector invite --list
  dev-connector invite --revoke ID

  --uses N     how many people may sign up with it (1)
  --days N     how many days it works (7)
  --list       the invitations that still work: id, last day, uses that are left
  --revoke ID  ends one of them
  --json       as JSON; for --list one object a line

The link begins with PUBLIC_URL, so give the command the environment that the site has. Whoever has the link can use it, and the site keeps
only its hash: send it to those it is for. The site may run meanwhile.`;

const most = { uses: 10_000, days: 3650 };
const day = 24 * 60 * 60 * 1000;

export const invite = command({
  help,
  options: {
    uses: { type: 'string' },
    days: { type: 'string' },
    list: { type: 'boolean' },
    revoke: { type: 'string' },
    json: { type: 'boolean' },
  },
  async run({ uses, days, list = false, revoke, json = false }) {
    const making = uses !== undefined || days !== undefined;
    if (Number(making) + Number(list) + Number(revoke !== undefined) > 1)
      throw new UsageError('One at a time: a new link, --list or --revoke.');
    const asked = { uses: whole('uses', uses ?? '1', 1, most.uses), days: whole('days', days ?? '7', 1, most.days) };
    const settings = readSettings();
    await withDatabase(settings, async (db) => {
      if (list) for await (const invitation of eachInvitation(db)) tell(invitation, json);
      else if (revoke !== undefined) {
        if (!(await revokeInvitation(db, revoke))) throw new CommandFailure(`No invitation that still works has the id "${revoke}".`);
        if (json) printJson({ id: revoke, revoked: true });
        else print('That link works no more.');
      } else {
        const expiresAt = Date.now() + asked.days * day;
        show(settings, { secret: await makeInvitation(db, { uses: asked.uses, expiresAt }), uses: asked.uses, expiresAt }, json);
      }
    });
    return undefined;
  },
});

function show(settings: Settings, { secret, uses, expiresAt }: { secret: string; uses: number; expiresAt: number }, json: boolean): void {
  const link = `${siteAddress(settings)}/dev/register#${secret}`;
  const expires = new Date(expiresAt).toISOString();
  if (json) {
    printJson({ link, uses, expires });
    return;
  }
  print(link);
  // Beside the link and not in it: `dev-connector invite | mail …` sends the link alone.
  printNote(`For ${uses === 1 ? 'one person' : `${uses} people`}, until ${expires.slice(0, 16).replace('T', ' ')} UTC.`);
  if (settings.registration !== 'invited')
    printNote(
      `REGISTRATION is "${settings.registration}" here: ${settings.registration === 'open' ? 'nobody needs it' : 'it works only once that is "invited"'}.`,
    );
}

function tell({ id, usesLeft, expiresAt }: InvitationEntry, json: boolean): void {
  const expires = new Date(expiresAt).toISOString();
  if (json) printJson({ id, usesLeft, expires });
  else print(`${id}  until ${expires.slice(0, 10)}  ${counted(usesLeft, 'use')} left`);
}
