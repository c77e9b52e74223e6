import { isUtf8 } from 'node:buffer';
import { closeSync, openSync, readSync } from 'node:fs';
import { limits } from '@dev-connector/contract';
import { toLogo } from '../../features/site/logo.ts';
import { changeStored, readStored, type StoredSite } from '../../features/site/store.ts';
import type { Db } from '../../platform/db/db.ts';
import { InvalidFields } from '../../platform/errors.ts';
import { printNote } from '../../platform/log/escape.ts';
import { CommandFailure, command, output, print, printJson, subcommands, UsageError } from '../command.ts';
import { withDatabase } from '../database.ts';
import { formatSize } from '../figures.ts';
import { accentNote, siteFields, toField, toText } from '../site/fields.ts';
import { editText, formatForm, parseForm } from '../site/form.ts';

const logo = { about: `a PNG, WebP or JPEG image of at most ${limits.logo / 1024} KB`, file: true };
const settings = { ...siteFields, logo };

const help = `Shows and changes the identity of the site: its name, its look and its own pages.

  dev-connector site get [NAME]        print all settings, or one
  dev-connector site set NAME VALUE    change a setting; '' restores the default
  dev-connector site edit              change all but the logo in $VISUAL or $EDITOR

  --json   print JSON

${Object.entries(settings)
  .map(([name, { about }]) => `  ${name.padEnd(13)}${about}`)
  .join('\n')}

VALUE of logo, links and page.… is the name of a file, or - for standard input. The site can keep running: every process shows a change
within a few seconds.`;

const json = { json: { type: 'boolean' } } as const;

const getAll = command({
  help,
  positionals: ['get'],
  options: json,
  async run({ json }) {
    await withDatabase(async (db) => show(await read(db), json));
  },
});

const getOne = command({
  help,
  positionals: ['get', 'NAME'],
  options: json,
  async run({ json }, [, name = '']) {
    requireSetting(name);
    await withDatabase(async (db) => {
      const site = await read(db);
      output(json, { [name]: toJson(site)[name] }, textOf(name, site));
    });
  },
});

const set = command({
  help,
  positionals: ['set', 'NAME', 'VALUE'],
  options: json,
  async run({ json }, [, name = '', value = '']) {
    requireSetting(name);
    const bytes = value !== '' && settings[name as keyof typeof settings]?.file ? readBytes(name, value) : Buffer.from(value);
    await withDatabase(async (db) => {
      const site = await change(db, (before) => withSetting(before, name, bytes));
      report(site, name, json);
    });
  },
});

const edit = command({
  help,
  positionals: ['edit'],
  options: json,
  async run({ json }) {
    await withDatabase(async (db) => {
      const before = formatForm((await read(db)).identity);
      await editText(before, async (edited) => {
        const site = await change(db, ({ identity, logo }) => ({ identity: { ...identity, ...parseForm(edited) }, logo }));
        if (json) show(site, json);
        else print(edited === before ? 'Nothing was changed.' : 'Changed the site. Every process shows it within a few seconds.');
      });
    });
  },
});

const hasName = (args: string[]): boolean => args.filter((arg) => !arg.startsWith('-')).length > 1;

export const site = subcommands('site', { get: (args) => (hasName(args) ? getOne : getAll)(args), set, edit });

function requireSetting(name: string): void {
  if (!Object.hasOwn(settings, name))
    throw new UsageError(`There is no setting "${name}". Use one of ${Object.keys(settings).join(', ')}.`);
}

/** Maximum bytes of a file: no setting is larger. */
const maxBytes = 4 * limits.sitePage + limits.logo;

/** Reads a file or standard input, of which only the first bytes if it is far too long. */
function readBytes(name: string, file: string): Buffer {
  const shown = file === '-' ? 'Standard input' : file;
  const buffer = Buffer.alloc(maxBytes + 1);
  let length = 0;
  try {
    const source = file === '-' ? 0 : openSync(file, 'r');
    for (let read = -1; read !== 0 && length < buffer.length; length += read)
      read = readSync(source, buffer, length, buffer.length - length, null);
    if (source !== 0) closeSync(source);
  } catch (error) {
    throw new CommandFailure(`${shown} cannot be read: ${(error as Error).message}.`);
  }
  if (length === 0) throw new CommandFailure(`${shown} is empty. To restore the default: dev-connector site set ${name} ''`);
  if (length > maxBytes) throw new CommandFailure(`${shown} is too large for any setting.`);
  const bytes = buffer.subarray(0, length);
  if (name !== 'logo' && !isUtf8(bytes)) throw new CommandFailure(`${shown} is not UTF-8 text.`);
  return bytes;
}

function withSetting({ identity, logo }: StoredSite, name: string, bytes: Buffer): StoredSite {
  const known = siteFields[name];
  if (known) return { identity: { ...identity, [known.field]: toField(known.field, bytes.toString()) }, logo };
  if (bytes.length === 0) return { identity };
  const image = toLogo(bytes);
  if ('wrong' in image) throw new CommandFailure(`${image.wrong}.`);
  return { identity, logo: image };
}

/** Reads the identity, or explains why it is not valid. */
const read = (db: Db): Promise<StoredSite> => explained(() => readStored(db));
const change = (db: Db, to: (site: StoredSite) => StoredSite): Promise<StoredSite> => explained(() => changeStored(db, to));

/** Turns invalid fields into one message with a line for each. */
async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof InvalidFields) throw new CommandFailure(error.items.map(({ msg }) => `${msg}.`).join('\n'), { cause: error });
    throw error;
  }
}

function show(site: StoredSite, json: boolean | undefined): void {
  if (json) printJson(toJson(site));
  else
    for (const name of Object.keys(settings))
      print(`${name.padEnd(13)}${textOf(name, site).replaceAll('\n', `\n${' '.repeat(13)}`) || '(default)'}`);
}

const toJson = ({ identity, logo }: StoredSite): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(siteFields).map(([name, { field }]) => [name, identity[field] ?? null])),
  logo: logo ? { type: logo.type, bytes: logo.bytes.length } : null,
});

function textOf(name: string, { identity, logo }: StoredSite): string {
  const known = siteFields[name];
  if (known) return toText(known.field, identity);
  return logo ? `${logo.type}, ${formatSize(logo.bytes.length)}` : '';
}

function report(site: StoredSite, name: string, json: boolean | undefined): void {
  if (json) {
    printJson({ [name]: toJson(site)[name] });
    return;
  }
  const { accent } = site.identity;
  print(`${textOf(name, site) ? 'Set' : 'Restored the default of'} ${name}. Every process shows it within a few seconds.`);
  const note = name === 'accent' && accent && accentNote(accent);
  if (note) printNote(note);
}
