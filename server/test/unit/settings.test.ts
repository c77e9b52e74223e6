import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { readSettings, SettingError, settingsTable } from '../../src/platform/settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'dev-connector-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

function namedPipe(): string {
  const file = join(folder, 'pipe');
  execFileSync('mkfifo', [file]);
  return file;
}

test('defaults to a site that listens only on localhost', () => {
  expect(readSettings({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    dataDir: './data',
    databaseUrl: undefined,
    databaseConnections: 14,
    publicUrl: undefined,
    corsOrigins: undefined,
    registration: 'open',
    trustProxy: undefined,
    avatarServiceUrl: 'https://www.gravatar.com/avatar',
    githubApiUrl: 'https://api.github.com',
    githubToken: undefined,
    resumeFile: undefined,
    resumeContact: 'shown',
    securityContact: undefined,
    smtpUrl: undefined,
    mailFrom: undefined,
    unverifiedAccounts: undefined,
    keepAliveUrl: undefined,
    metricsPort: undefined,
    metricsToken: undefined,
    rateLimits: 'on',
    logLevel: 'info',
  });
});

const names = Object.entries(settingsTable).flatMap(([name, definition]) => ('secret' in definition ? [name, `${name}_FILE`] : [name]));

test.for(names)('rejects an empty or blank %s', (name) => {
  for (const blank of ['', ' ', '\t\n'])
    expect(() => readSettings({ [name]: blank })).toThrow(`${name} is blank: set a value, or remove it`);
});

test.for(Object.entries(settingsTable).filter(([, definition]) => 'secret' in definition))('rejects a blank file for %s', ([name]) => {
  const file = join(folder, 'blank');
  for (const blank of ['', ' \n']) {
    writeFileSync(file, blank);
    expect(() => readSettings({ [`${name}_FILE`]: file })).toThrow(`${name}_FILE is an empty file: ${file}`);
  }
});

test.for(Object.entries(settingsTable).filter(([, definition]) => definition.default !== ''))(
  'ignores white space around %s',
  ([name, definition]) => {
    expect(readSettings({ [name]: ` ${definition.default}\n` })).toEqual(readSettings({}));
  },
);

test.for<[string, () => string]>([
  ['a folder', () => folder],
  ['a device', () => '/dev/zero'],
  ['a named pipe', () => namedPipe()],
])('rejects %s as the file of a secret', ([, file]) => {
  expect(() => readSettings({ GITHUB_TOKEN_FILE: file() })).toThrow('GITHUB_TOKEN_FILE cannot be read: it is not a regular file');
});

test('rejects a file of a secret that is too large', () => {
  const file = join(folder, 'large');
  writeFileSync(file, 'x'.repeat(100_000));
  expect(() => readSettings({ GITHUB_TOKEN_FILE: file })).toThrow(
    'GITHUB_TOKEN_FILE cannot be read: is too large: 100000 bytes; the maximum is 65536',
  );
});

test('rejects the same port for the site and its metrics, unless the system chooses both', () => {
  expect(() => readSettings({ METRICS_PORT: '3000' })).toThrow('METRICS_PORT must differ from PORT, but both are 3000');
  expect(readSettings({ PORT: '0', METRICS_PORT: '0' })).toMatchObject({ port: 0, metricsPort: 0 });
});

test('rejects a range of all addresses as the proxy', () => {
  expect(() => readSettings({ TRUST_PROXY: '0.0.0.0/0' })).toThrow('TRUST_PROXY must not trust all addresses, but is "0.0.0.0/0"');
});

test('lists the allowed values if a value is not one of them', () => {
  expect(() => readSettings({ RATE_LIMITS: 'yes' })).toThrow('RATE_LIMITS must be one of on, off, but is "yes"');
});

test.for([
  ['GITHUB_API_URL', 'https://ada:hunter2@api.github.com', 'a user name or password'],
  ['GITHUB_API_URL', 'https://api.github.com?token=hunter2', 'a query or fragment'],
  ['KEEP_ALIVE_URL', 'https://ada:hunter2@dev.example', 'a user name or password'],
  ['PUBLIC_URL', 'https://ada:hunter2@dev.example', 'a user name or password'],
  ['PUBLIC_URL', 'https://dev.example/#hunter2', 'a query or fragment'],
  ['PUBLIC_URL', 'ada:hunter2@dev.example', 'a URL that starts with'],
  ['DATABASE_URL', 'postgres://ada:1/hunter2@db/x', 'percent-encode'],
  ['DATABASE_URL', 'postgres://ada:1?hunter2@db/x', 'percent-encode'],
  ['DATABASE_URL', 'postgres://ada:x#hunter2@db/x', 'percent-encode'],
  ['DATABASE_URL', 'postgres://ada:100%hunter2@db/x', '% as %25'],
  ['DATABASE_URL', 'postgres://ada:x@db:hunter2/x', 'a port in digits'],
  ['DATABASE_URL', 'postgres://ada:x@db:99999/x', 'a port from 1 to 65535'],
  ['DATABASE_URL', 'postgres://ada:x@db/x?sslmode=hunter2', 'sslmode of disable, allow, prefer'],
  ['DATABASE_URL', 'postgres://ada:x@db/x?target_session_attrs=hunter2', 'target_session_attrs of any'],
  ['DATABASE_URL', 'postgres://ada:x@db/x?schema=hunter2', 'options=-csearch_path'],
] as const)('%s rejects %s without repeating it in the message', ([name, value, why]) => {
  expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^${name} must (?!.*hunter2).*${why}`));
});

test.for(['https://dev.example/dev', 'https://dev.example/dev/', 'https://dev.example//', 'https://dev.example/%20'])(
  'rejects the public URL %s, which has a path',
  (url) => {
    expect(() => readSettings({ PUBLIC_URL: url })).toThrow(
      `PUBLIC_URL must end after the host, because the site is served from /, but is "${url}"`,
    );
  },
);

test('expands ~ in paths, which a shell leaves alone in a file of variables', () => {
  vi.stubEnv('HOME', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  writeFileSync(join(folder, 'token'), 'hunter2');
  expect(readSettings({ DATA_DIR: '~/data', RESUME_FILE: '~/resume.json', GITHUB_TOKEN_FILE: '~/token' })).toMatchObject({
    dataDir: join(folder, 'data'),
    resumeFile: join(folder, 'resume.json'),
    githubToken: 'hunter2',
  });
  expect(readSettings({ DATA_DIR: '~' }).dataDir).toBe(folder);
  expect(readSettings({ DATA_DIR: './~' }).dataDir).toBe('./~');
});

test.for([
  ['~ada/data', 'must be a whole path: only ~/ is expanded'],
  ['"/srv/data"', 'must not be in quotes'],
  ["'/srv/data'", 'must not be in quotes'],
  ['$HOME/data', 'must be a whole path: variables in it are not expanded'],
  ['/srv/$' + '{NAME}', 'must be a whole path: variables in it are not expanded'],
  ['%USERPROFILE%/data', 'must be a whole path: variables in it are not expanded'],
  ['file:///srv/data', 'must be a path, not a URL'],
  ['', 'is blank'],
  ['  ', 'is blank'],
])('rejects the path %j, which would not mean what it says', ([text, why]) => {
  for (const name of ['DATA_DIR', 'RESUME_FILE', 'DATABASE_URL_FILE'])
    expect(() => readSettings({ [name]: text }), name).toThrow(`${name} ${why}`);
});

test('reads every setting', () => {
  expect(
    readSettings({
      PORT: '0',
      HOST: '0.0.0.0',
      DATA_DIR: '/srv/data',
      DATABASE_URL: 'postgres://u:p@db/x',
      PUBLIC_URL: 'https://dev.example/',
      CORS_ORIGINS: 'https://app.example, http://localhost:5173,http://[::1]:8080',
      REGISTRATION: 'invited',
      TRUST_PROXY: '10.0.0.1, 10.1.0.0/16,::1,loopback',
      AVATAR_SERVICE_URL: 'off',
      GITHUB_API_URL: 'http://localhost:9/',
      GITHUB_TOKEN: 'token',
      RESUME_FILE: '/srv/resume.json',
      RESUME_CONTACT: 'asked',
      KEEP_ALIVE_URL: 'https://dev.example',
      METRICS_PORT: '9464',
      METRICS_TOKEN: 'secret',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'silent',
    }),
  ).toEqual({
    port: 0,
    host: '0.0.0.0',
    dataDir: '/srv/data',
    databaseUrl: 'postgres://u:p@db/x',
    databaseConnections: 14,
    publicUrl: 'https://dev.example',
    corsOrigins: ['https://app.example', 'http://localhost:5173', 'http://[::1]:8080'],
    registration: 'invited',
    trustProxy: ['10.0.0.1', '10.1.0.0/16', '::1', 'loopback'],
    avatarServiceUrl: undefined,
    githubApiUrl: 'http://localhost:9',
    githubToken: 'token',
    resumeFile: '/srv/resume.json',
    resumeContact: 'asked',
    keepAliveUrl: 'https://dev.example',
    metricsPort: 9464,
    metricsToken: 'secret',
    rateLimits: 'off',
    logLevel: 'silent',
  });
});

test.for([
  ['PORT', 'eighty'],
  ['PORT', '-1'],
  ['PORT', '65536'],
  ['PORT', '80.5'],
  ['PORT', '1e3'],
  ['PORT', '0x50'],
  ['PORT', '080'],
  ['PORT', '٣'],
  ['HOST', 'two words'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['DATABASE_URL', 'localhost'],
  ['PUBLIC_URL', 'dev.example'],
  ['PUBLIC_URL', 'ftp://dev.example'],
  ['CORS_ORIGINS', '*'],
  ['CORS_ORIGINS', 'null'],
  ['CORS_ORIGINS', 'app.example'],
  ['CORS_ORIGINS', 'https://*.app.example'],
  ['CORS_ORIGINS', 'https://app.example/'],
  ['CORS_ORIGINS', 'https://app.example/path'],
  ['CORS_ORIGINS', 'https://app.example?query'],
  ['CORS_ORIGINS', 'https://ada@app.example'],
  ['CORS_ORIGINS', 'https://app.example:443'],
  ['CORS_ORIGINS', 'https://App.example'],
  ['CORS_ORIGINS', 'https://büro.example'],
  ['CORS_ORIGINS', 'ws://app.example'],
  ['CORS_ORIGINS', 'https://app.example,'],
  ['CORS_ORIGINS', 'https://app.example https://other.example'],
  ['GITHUB_API_URL', 'api.github.com'],
  ['KEEP_ALIVE_URL', 'javascript:alert(1)'],
  ['GITHUB_TOKEN', 'two\nlines'],
  ['LOG_LEVEL', 'loud'],
  ['REGISTRATION', 'friends'],
  ['METRICS_PORT', '65536'],
  ['METRICS_TOKEN', 'two words'],
  ['SMTP_URL', 'mail.example'],
  ['SMTP_URL', 'https://mail.example'],
  ['MAIL_FROM', 'nobody'],
  ['UNVERIFIED_ACCOUNTS', 'none'],
  ['RESUME_CONTACT', 'hidden'],
  ['RATE_LIMITS', 'false'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '10.0.0.1,nonsense'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '::/0'],
  ['TRUST_PROXY', '10.0.0.1,0.0.0.0/00'],
  ['TRUST_PROXY', '::1/129'],
  ['TRUST_PROXY', '10.0.0.0/'],
  ['TRUST_PROXY', '10.0.0.0/8/8'],
] as const)('%s rejects %j', ([name, value]) => {
  expect(() => readSettings({ [name]: value })).toThrow(SettingError);
  expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^${name} must `));
});

test('reads a secret from a file and never includes it in a message', () => {
  const file = join(folder, 'secret');
  writeFileSync(file, 'postgres://u:hunter2@db/x\n');
  expect(readSettings({ DATABASE_URL_FILE: file }).databaseUrl).toBe('postgres://u:hunter2@db/x');
  writeFileSync(file, 'a-token\n');
  expect(readSettings({ GITHUB_TOKEN_FILE: file }).githubToken).toBe('a-token');
  expect(readSettings({ GITHUB_TOKEN_FILE: file, GITHUB_TOKEN: 'from-environment' }).githubToken).toBe('from-environment');
  writeFileSync(file, 'mysql://u:hunter2@db/x');
  expect(() => readSettings({ DATABASE_URL_FILE: file })).toThrow(/^DATABASE_URL must(?!.*hunter2)/);
});

test('needs a sender with a mail server, and does not show its password', () => {
  expect(() => readSettings({ SMTP_URL: 'smtp://u:hunter2@mail.example' })).toThrow(/^MAIL_FROM is not set, but SMTP_URL is(?!.*hunter2)/);
  expect(() => readSettings({ SMTP_URL: 'smtp://u:hunter2@mail.example/x' })).toThrow(/^SMTP_URL must(?!.*hunter2)/);
  const { smtpUrl, mailFrom } = readSettings({ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'Example <a@b.example>' });
  expect([smtpUrl?.host, mailFrom]).toEqual(['mail.example', { name: 'Example', address: 'a@b.example' }]);
});

test('reports a missing file', () => {
  expect(() => readSettings({ GITHUB_TOKEN_FILE: join(folder, 'none') })).toThrow(/^GITHUB_TOKEN_FILE cannot be read: /);
});

test('reads only secrets from files', () => {
  expect(readSettings({ PORT_FILE: join(folder, 'none') }).port).toBe(3000);
});

test('reports all invalid settings together, one per line', () => {
  const invalid = { PORT: 'eighty', GITHUB_TOKEN_FILE: join(folder, 'none'), LOG_LEVEL: 'loud', HOST: '0.0.0.0' };
  expect(() => readSettings(invalid)).toThrow(
    /^PORT must .+, but is "eighty"\nGITHUB_TOKEN_FILE cannot be read: .+\nLOG_LEVEL must .+, but is "loud"$/,
  );
});

test('accepts e-mail addresses, https: and tel: URLs as security contacts', () => {
  expect(
    readSettings({ SECURITY_CONTACT: 'safe@dev.example, https://dev.example/report,tel:+41-31-000,mailto:a@b.example' }).securityContact,
  ).toEqual(['mailto:safe@dev.example', 'https://dev.example/report', 'tel:+41-31-000', 'mailto:a@b.example']);
  for (const wrong of ['http://dev.example/report', 'nobody', 'a@b.example\nExpires: never', 'safe@dev.example,', 'javascript:alert(1)'])
    expect(() => readSettings({ SECURITY_CONTACT: wrong }), wrong).toThrow(
      'SECURITY_CONTACT must be a list of e-mail addresses, https: or tel: URLs',
    );
});
