import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { run, runHere } from '../program.ts';

const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
const commands = [
  'start',
  'backup',
  'restore',
  'invite',
  'user',
  'site',
  'tags',
  'skills',
  'jobs',
  'mail',
  'doctor',
  'move',
  'adopt',
  'demo',
  'format',
  'openapi',
];

test('--help lists every command and works for each of them', async () => {
  const { code, out } = await run(['--help']);
  expect(code).toBe(0);
  expect(out.match(/^ {2}[a-z]+(?= {2})/gm)?.map((line) => line.trim())).toEqual(commands);
  for (const command of commands)
    expect(await (command === 'format' ? run : runHere)([command, '--help']), command).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringContaining(`dev-connector ${command}`),
    });
});

test('--version prints the version of the package', async () => {
  expect(await run(['--version'])).toEqual({ code: 0, out: `${manifest.version}\n`, err: '' });
  const { info } = JSON.parse((await run(['openapi'])).out);
  expect(info.version).toBe(manifest.version);
});

test('runs in production mode, so that React does not use its slow development build, unless NODE_ENV says otherwise', async () => {
  const NODE_OPTIONS = "--import=data:text/javascript,process.on('exit',()=>console.error(process.env.NODE_ENV))";
  expect((await run(['--version'], { NODE_OPTIONS, NODE_ENV: undefined })).err).toBe('production\n');
  expect((await run(['--version'], { NODE_OPTIONS, NODE_ENV: 'test' })).err).toBe('test\n');
});

test('exits with 2 and one message for invalid usage', async () => {
  const wrong: Array<[string[], string]> = [
    [[], 'Dev Connector'],
    [['serve'], 'Unknown command "serve".\n'],
    [['constructor'], 'Unknown command "constructor".\n'],
    [['backup'], 'Missing argument: FILE.\n'],
    [['backup', 'a', 'b'], 'Unexpected argument: "b".\n'],
    [['backup', '--fast', 'a'], "Unknown option '--fast'.\nUsage: dev-connector backup --help\n"],
    [['user'], 'Missing subcommand: list, show, reset-password, sign-out or delete.\nUsage: dev-connector user --help\n'],
    [['user', 'rename', 'x'], 'Unknown command "user rename".\n'],
    [['user', 'show'], 'Missing argument: MEMBER.\n'],
    [['user', 'reset-password'], 'Missing argument: MEMBER.\n'],
    [['invite', '--uses', '0'], '--uses must be a whole number from 1 to 10000'],
    [['invite', '--list', '--days', '2'], 'Use only one of'],
    [['demo', '--members', 'many'], '--members must be a whole number'],
    [['site', 'rename'], 'Unknown command "site rename".\n'],
    [['tags', 'delete'], 'Unknown command "tags delete".\n'],
    [['tags', 'rename', 'rust'], 'Missing argument: NAME.\n'],
    [['move'], '--to is missing'],
    [['move', '--to', 'mysql://localhost/x'], '--to must be a postgres:// address'],
  ];
  for (const [args, message] of wrong) {
    const { code, out, err } = await runHere(args);
    expect({ args, code, out }).toEqual({ args, code: 2, out: '' });
    expect(err.startsWith(message), err).toBe(true);
    expect(err).not.toMatch(/\n\s+at /);
    expect(err).not.toContain('\u001b');
  }
});

test('exits with 1 and a message without a stack trace on failure', async () => {
  const { code, err } = await run(['start'], { PORT: 'many' });
  expect({ code, err }).toEqual({ code: 1, err: 'PORT must be a whole number from 0 to 65535, but is "many"\n' });
  const both = await run(['start'], { PORT: 'many', LOG_LEVEL: 'loud' });
  expect(both).toMatchObject({ code: 1, err: expect.stringMatching(/^PORT must .+\nLOG_LEVEL must .+\n$/) });
});

test('runs the bundled Node and passes on its exit code if Node is too old', async () => {
  // Every process prints 1 at startup. The first one imitates an old version.
  const old = {
    NODE_OPTIONS: '--import=data:text/javascript,console.error(1);if(!process.env.NEW)delete%20globalThis.Temporal;process.env.NEW=1',
  };
  expect(await run(['--version'], old)).toEqual({ code: 0, out: `${manifest.version}\n`, err: '1\n1\n' });
  expect(await run(['serve'], old)).toMatchObject({ code: 2, err: expect.stringMatching(/^1\n1\nUnknown command/) });
});
