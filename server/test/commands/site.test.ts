import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from '@dev-connector/contract';
import { expect, test } from 'vitest';
import { databaseEnvironment, type ProcessResult, run, runHere } from '../program.ts';
import { openSite } from '../site.ts';
import { pixel } from '../site-with-identity.ts';

const site = await openSite();
const folder = site.settings.dataDir;
/** An editor and standard input need a process. */
const needsProcess = (args: string[]) => args.includes('edit') || args.includes('-');
const command = (args: string[], environment: Record<string, string> = {}): Promise<ProcessResult> =>
  (needsProcess(args) ? run : runHere)(['site', ...args], { ...databaseEnvironment(site.settings), ...environment });
const read = async () => JSON.parse((await command(['get', '--json'])).out);

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

test('sets each setting, prints it, and restores its default', async () => {
  const links = [
    { label: 'Source code', url: 'https://example.org/code' },
    { label: 'Write to us', url: 'mailto:admin@dev.example' },
  ];
  const settings: Array<[name: string, value: string, stored: unknown]> = [
    ['name', 'Rust Bern 🦀', 'Rust Bern 🦀'],
    ['tagline', '  Rust, together ', 'Rust, together'],
    ['accent', '#3046C8', '#3046C8'],
    ['home', 'community', 'community'],
    ['resumeTheme', 'serif', 'serif'],
    ['visibility', 'public', 'public'],
    ['links', file('links', 'Source code https://example.org/code\n\n Write to us   mailto:admin@dev.example\n'), links],
    ['page.about', file('about', 'One\n\nTwo\n'), 'One\n\nTwo'],
    ['page.rules', file('rules', 'Be kind'), 'Be kind'],
    ['page.privacy', file('privacy', 'None'), 'None'],
    ['logo', file('logo', pixel.bytes), { type: 'image/png', bytes: pixel.bytes.length }],
  ];
  for (const [name, value, stored] of settings) {
    const { code, out, err } = await command(['set', name, value, '--json']);
    expect({ name, code, err, out: JSON.parse(out) }).toEqual({ name, code: 0, err: '', out: { [name]: stored } });
  }
  expect(await read()).toEqual(Object.fromEntries(settings.map(([name, , stored]) => [name, stored])));
});

test('prints the settings as text and restores defaults', async () => {
  expect((await command(['get', 'links'])).out).toBe('Source code https://example.org/code\nWrite to us mailto:admin@dev.example\n');
  expect((await command(['get'])).out).toContain('name         Rust Bern 🦀\n');
  for (const name of ['tagline', 'links', 'logo'])
    expect(await command(['set', name, ''])).toMatchObject({ code: 0, out: expect.stringContaining(`Restored the default of ${name}.`) });
  expect(await read()).toMatchObject({ name: 'Rust Bern 🦀', tagline: null, links: null, logo: null });
});

const tooMany = Array.from({ length: limits.footerLinks + 1 }, (_, index) => `Link https://example.org/${index}`).join('\n');

test.for<[name: string, value: string, message: string]>([
  ['name', 'x'.repeat(limits.siteName + 1), `Name must be at most ${limits.siteName} characters.`],
  ['name', 'two\nlines', 'Name must not contain line breaks or other control characters.'],
  ['tagline', 'x'.repeat(limits.tagline + 1), `Tagline must be at most ${limits.tagline} characters.`],
  ['accent', 'red', 'Accent must be a colour such as #3046c8.'],
  ['home', 'elsewhere', 'Home must be resume or community.'],
  ['visibility', 'nobody', 'Visibility must be members or public.'],
  ['resumeTheme', 'comic', 'Résumé theme must be modern, serif or mono.'],
  ['links', file('script', 'Click javascript:alert(1)'), 'Address of a link must start with http://, https:// or mailto:.'],
  ['links', file('no-label', 'https://example.org'), 'Each link needs a label before its address.'],
  ['links', file('too-many', tooMany), `There can be at most ${limits.footerLinks} links.`],
  ['page.about', file('long', 'x'.repeat(limits.sitePage + 1)), `About must be at most ${limits.sitePage} characters.`],
  ['page.about', file('latin1', Buffer.from('caf\xe9', 'latin1')), 'latin1 is not UTF-8 text.'],
  ['page.about', join(folder, 'missing'), 'missing cannot be read: ENOENT'],
  ['page.about', '-', 'Standard input is empty.'],
  ['logo', file('icon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'), 'Logo must be a PNG, WebP or JPEG image.'],
  ['logo', file('large.png', Buffer.concat([pixel.bytes, Buffer.alloc(limits.logo)])), `Logo must be at most ${limits.logo / 1024} KB.`],
  ['logo', '/dev/zero', '/dev/zero is too large for any setting.'],
])('refuses an invalid value and names the field: %s', async ([name, value, message]) => {
  const version = () => site.db.get`select version from site`;
  const before = await version();
  expect(await command(['set', name, value])).toMatchObject({ code: 1, out: '', err: expect.stringContaining(message) });
  expect(await version()).toEqual(before);
});

test('exits with 2 for an unknown setting or command', async () => {
  for (const [args, message] of [
    [['set', 'colour', '#000000'], 'There is no setting "colour".'],
    [['get', 'constructor'], 'There is no setting "constructor".'],
    [['set', 'name'], 'Missing argument: VALUE.'],
    [['rename'], 'Unknown command "site rename".'],
    [[], 'Missing subcommand: get, set or edit.'],
  ] as const)
    expect(await command([...args])).toMatchObject({ code: 2, out: '', err: expect.stringContaining(message) });
});

test('says how an accent without enough contrast is adapted', async () => {
  expect((await command(['set', 'accent', '#ffd400'])).err).toMatch(
    /^#ffd400 has too little contrast as text, so it becomes #[0-9a-f]{6} in the light theme \(at least 4\.5:1\)\.\n$/,
  );
  expect((await command(['set', 'accent', '#808080'])).err).toMatch(/#[0-9a-f]{6} in the light theme and #[0-9a-f]{6} in the dark theme/);
});

/** A program that edits the form. */
const editor = (expression: string) => ({ EDITOR: `sed -i '${expression}'` });

test('edits everything but the logo as one text', async () => {
  await command(['set', 'page.about', file('about', 'A page\n\n# with a heading')]);
  const before = await read();
  expect(await command(['edit'], editor(''))).toMatchObject({ code: 0, out: 'Nothing was changed.\n' });
  expect(await read()).toEqual(before);
  const { code, err } = await command(
    ['edit'],
    editor('s/^name:.*/name: Edited/; s/^--- page.rules/&\\nBe kind/; s/with a heading/changed/'),
  );
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(await read()).toEqual({ ...before, name: 'Edited', 'page.rules': 'Be kind\nBe kind', 'page.about': 'A page\n\n# changed' });
});

test('keeps an edited text that is not valid and changes nothing', async () => {
  const before = await read();
  const TMPDIR = join(folder, 'tmp');
  mkdirSync(TMPDIR);
  for (const [expression, message] of [
    ['s/^accent:.*/accent: red/; s/^home:.*/home: away/', 'Accent must be a colour such as #3046c8.\nHome must be resume or community.'],
    ['s/^name:/title:/', 'There is no setting "title".'],
    ['s/^name:.*/Rust/', 'This line is not a setting: Rust'],
    ['s/^--- page.rules/--- constructor/', 'There is no setting "constructor".'],
  ] as const) {
    const { code, err } = await command(['edit'], { ...editor(expression), TMPDIR });
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(`${message}\nNothing was changed. Your text is in `) });
    expect(readFileSync(err.trimEnd().split(' ').at(-1) ?? '', 'utf8')).toContain('--- page.about');
  }
  expect(readdirSync(TMPDIR)).toHaveLength(4);
  expect(await command(['edit'], { EDITOR: 'false', TMPDIR })).toMatchObject({
    code: 1,
    err: 'The editor "false" failed, so nothing was changed. Set EDITOR to another one.\n',
  });
  expect(await read()).toEqual(before);
});
