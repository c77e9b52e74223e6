import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SiteIdentity } from '@dev-connector/contract';
import { CommandFailure } from '../command.ts';
import { siteFields, toField, toText } from './fields.ts';

/*
 * The text form of `dev-connector site edit`: one line for each short setting, then a part for each long one, below a line such as `--- page.about`.
 */

const partHeading = /^--- (\S+)\s*$/;

/** Formats an identity as a form. */
export function formatForm(identity: SiteIdentity): string {
  const names = Object.entries(siteFields);
  const short = names.filter(([, { file }]) => !file).map(([name, { field, about }]) => `# ${about}\n${name}: ${toText(field, identity)}`);
  const long = names.filter(([, { file }]) => file).map(([name, { field }]) => `--- ${name}\n${toText(field, identity)}`);
  const notes = names.filter(([, { file }]) => file).map(([name, { about }]) => `# --- ${name}: ${about}`);
  return `# An empty setting has its default. Lines that begin with # are ignored up to the first line that begins with ---.\n\n${short.join('\n')}\n\n${notes.join('\n')}\n\n${long.join('\n\n')}\n`;
}

/** Reads a form. Throws a CommandFailure for a line that is not part of one. */
export function parseForm(text: string): Partial<SiteIdentity> {
  const [head = '', ...parts] = text.split(/^(?=--- )/m);
  const entries = [...headEntries(head), ...parts.map(partEntry)];
  return Object.fromEntries(entries.map(([name, value]) => [fieldOf(name), toField(fieldOf(name), value)]));
}

function headEntries(head: string): Array<[name: string, value: string]> {
  const lines = head.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [, name, value] = /^([\w.]+):(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new CommandFailure(`This line is not a setting: ${line}`);
    return [name, value];
  });
}

/** A heading of another name is part of the text before it only if the text does not begin with ---, so it is an error. */
function partEntry(part: string): [name: string, value: string] {
  const [heading = '', ...lines] = part.split('\n');
  const name = partHeading.exec(heading)?.[1];
  if (!name) throw new CommandFailure(`This line is not the name of a setting: ${heading}`);
  return [name, lines.join('\n')];
}

function fieldOf(name: string): keyof SiteIdentity {
  const known = Object.hasOwn(siteFields, name) ? siteFields[name] : undefined;
  if (!known) throw new CommandFailure(`There is no setting "${name}".`);
  return known.field;
}

/**
 * Lets the admin edit a text in `$VISUAL` or `$EDITOR`, and passes it to `save`. If `save` throws, keeps the file and adds its path to the error.
 */
export async function editText(text: string, save: (edited: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'dev-connector-site-'));
  const file = join(folder, 'site.txt');
  writeFileSync(file, text, { mode: 0o600 });
  const editor = process.env.VISUAL || process.env.EDITOR || 'vi';
  // With a shell, because EDITOR may contain arguments, such as "code --wait".
  const { status, error } = spawnSync(`${editor} "${file}"`, { stdio: 'inherit', shell: true });
  if (error || status !== 0) throw new CommandFailure(`The editor "${editor}" failed, so nothing was changed. Set EDITOR to another one.`);
  try {
    await save(readFileSync(file, 'utf8'));
  } catch (thrown) {
    throw new CommandFailure(`${(thrown as Error).message}\nNothing was changed. Your text is in ${file}`, { cause: thrown });
  }
  rmSync(folder, { recursive: true });
}
