import { invite as createInvitation, eachInvitation, type InvitationEntry, revokeInvitation } from '../../features/accounts/invitations.ts';
import { siteAddress } from '../../platform/http/origin.ts';
import { printNote } from '../../platform/log/escape.ts';
import type { Settings } from '../../platform/settings.ts';
import { CommandFailure, command, output, parseInteger, print, printJson, UsageError } from '../command.ts';
import { withDatabase } from '../database.ts';
import { counted } from '../figures.ts';

const help = `Creates an invitation link for sites with REGISTRATION set to "invited". Prints the link, which cannot be shown again.

  dev-connector invite [--uses 1] [--days 7]
  dev-connector invite --list
  dev-connector invite --revoke ID

  --uses N     number of accounts that can be created with the link (default 1)
  --days N     number of days until the link expires (default 7)
  --list       list the valid invitations: id, last day, remaining uses
  --revoke ID  revoke an invitation
  --json       print JSON; with --list, one object per line

The link begins with the PUBLIC_URL of the site. Anyone who has the link can use it, so send it only to the people you invite. The site stores only its hash, and can keep running.`;

const max = { uses: 10_000, days: 3650 };
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
    const creating = uses !== undefined || days !== undefined;
    if (Number(creating) + Number(list) + Number(revoke !== undefined) > 1)
      throw new UsageError('Use only one of: --uses/--days, --list, --revoke.');
    const limits = { uses: parseInteger('uses', uses ?? '1', 1, max.uses), days: parseInteger('days', days ?? '7', 1, max.days) };
    await withDatabase(async (db, settings) => {
      if (list) for await (const invitation of eachInvitation(db)) showEntry(invitation, json);
      else if (revoke !== undefined) {
        if (!(await revokeInvitation(db, revoke))) throw new CommandFailure(`No valid invitation has the id "${revoke}".`);
        output(json, { id: revoke, revoked: true }, 'Revoked the invitation.');
      } else {
        const expiresAt = Date.now() + limits.days * day;
        show(settings, { secret: await createInvitation(db, { uses: limits.uses, expiresAt }), uses: limits.uses, expiresAt }, json);
      }
    });
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
  // Printed to standard error, so that `dev-connector invite | mail …` sends only the link.
  printNote(`For ${uses === 1 ? 'one person' : `${uses} people`}, until ${expires.slice(0, 16).replace('T', ' ')} UTC.`);
  if (settings.registration !== 'invited')
    printNote(
      `REGISTRATION is "${settings.registration}": ${settings.registration === 'open' ? 'anyone can sign up without the link' : 'the link works only when it is "invited"'}.`,
    );
}

function showEntry({ id, usesLeft, expiresAt }: InvitationEntry, json: boolean): void {
  const expires = new Date(expiresAt).toISOString();
  output(json, { id, usesLeft, expires }, `${id}  until ${expires.slice(0, 10)}  ${counted(usesLeft, 'use')} left`);
}
