import { isIP } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parsePostgresUrl } from './db/postgres/address.ts';
import { parseSender, parseSmtpUrl } from './mail/addresses.ts';
import { readRegularFile } from './process/regular-file.ts';

/** Invalid settings: one problem for each, starting with the name of the setting. The message has one line per problem. */
export class SettingError extends Error {
  override name = 'SettingError';
  readonly problems: string[];

  constructor(problems: string[], options?: ErrorOptions) {
    super(problems.join('\n'), options);
    this.problems = problems;
  }
}

/** Environment variables. */
export type Environment = Record<string, string | undefined>;

interface Setting<T, Default extends string = string> {
  /** Default as shown in the README; `''` if the setting is optional. */
  default: Default;
  about: string;
  /** Also read from the file in `NAME_FILE`, to keep it out of the environment. */
  secret?: true;
  /** Not saved for commands (process/settings-file.ts), which do not need it. */
  internal?: true;
  parse(text: string): T;
}

const whole = (min: number, max: number) => (text: string) => {
  const number = Number(text);
  if (!/^(0|[1-9]\d*)$/.test(text) || number < min || number > max) throw new Error(`must be a whole number from ${min} to ${max}`);
  return number;
};

const oneOf =
  <const T extends string>(...values: T[]) =>
  (text: string): T => {
    if (!values.includes(text as T)) throw new Error(`must be one of ${values.join(', ')}`);
    return text as T;
  };

/** An error whose message must not include the value, because it may contain a secret. */
class SecretValueError extends Error {}

function parseAddress(text: string, ...protocols: string[]): URL {
  const url = URL.parse(text);
  if (url && protocols.includes(url.protocol)) return url;
  throw new SecretValueError(`must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`);
}

/** Parses an http URL. Rejects credentials: `fetch` would reject them too and include them in its error, and PUBLIC_URL is shown to visitors. */
const web =
  ({ query = false, path = true } = {}) =>
  (text: string) => {
    const url = parseAddress(text, 'http:', 'https:');
    if (url.username || url.password) throw new SecretValueError('must not contain a user name or password');
    if (!query && (url.search || url.hash)) throw new SecretValueError('must not contain a query or fragment');
    if (!path && url.pathname !== '/') throw new Error('must end after the host, because the site is served from /');
    return query ? text : text.replace(/\/+$/, '');
  };

const postgresAddress = (text: string) => {
  try {
    parsePostgresUrl(text);
  } catch (error) {
    throw new SecretValueError((error as Error).message);
  }
  return text.replace(/\/+$/, '');
};

const smtpAddress = (text: string) => {
  try {
    return parseSmtpUrl(text);
  } catch (error) {
    throw new SecretValueError((error as Error).message);
  }
};

/** Parses a path. Expands `~`, which shells leave alone in files of variables and in options. */
export const filePath = (text: string): string => {
  if (/^~(?=$|[/\\])/.test(text)) return join(homedir(), text.slice(1));
  if (text.startsWith('~')) throw new Error('must be a whole path: only ~/ is expanded, to the home folder of the current user');
  if (/^["']|["']$/.test(text)) throw new Error('must not be in quotes');
  if (/\$[\w{(]|%\w+%/.test(text)) throw new Error('must be a whole path: variables in it are not expanded');
  if (/^file:/i.test(text)) throw new Error('must be a path, not a URL');
  return text;
};

const host = (text: string) => {
  if (/\s/.test(text)) throw new Error('must be an IP address or a host name');
  return text;
};

/** Accepts only valid header values: `fetch` would include an invalid one in its error, which is logged. */
const headerValue = (text: string) => {
  if (!/^[\x21-\x7e]+$/.test(text)) throw new Error('must be printable ASCII without spaces');
  return text;
};

/** Names of address ranges that Fastify's `trustProxy` accepts. */
const knownRanges = ['loopback', 'linklocal', 'uniquelocal'];

const addresses = (text: string) => {
  const list = text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);
  for (const entry of list) {
    const [ip = '', prefix, ...rest] = entry.split('/');
    const bits = isIP(ip) === 6 ? 128 : 32;
    const isRange = isIP(ip) !== 0 && rest.length === 0 && (prefix === undefined || (/^\d+$/.test(prefix) && Number(prefix) <= bits));
    if (!isRange && !knownRanges.includes(entry)) throw new Error('must be a list of IP addresses or CIDR ranges');
    if (Number(prefix) === 0) throw new Error('must not trust all addresses');
  }
  return list;
};

/** Contacts for security.txt, which must be URIs and must use https (RFC 9116 section 2.5.3). */
const contacts = (text: string) =>
  text.split(',').map((entry) => {
    const contact = /^[^:@]+@[^:@]+$/.test(entry.trim()) ? `mailto:${entry.trim()}` : entry.trim();
    if (!/^(mailto:[^@]+@|tel:\+?\d|https:\/\/)[\x21-\x7e]+$/.test(contact) || !URL.canParse(contact))
      throw new Error('must be a list of e-mail addresses, https: or tel: URLs');
    return contact;
  });

/** Accepts only the form that browsers send in the `Origin` header, because requests are compared with it. */
const origins = (text: string) => {
  const list = text.split(',').map((word) => word.trim());
  const isOrigin = (word: string) => /^https?:\/\/[^*]+$/.test(word) && URL.parse(word)?.origin === word;
  if (!list.every(isOrigin)) throw new Error('must be a list of origins such as https://app.example, in lower case and without a path');
  return list;
};

const setting = <T, const Default extends string>(definition: Setting<T, Default>) => definition;

/** All settings. The table in the README is generated from this one (`npm run check` compares them). */
export const settingsTable = {
  PORT: setting({ default: '3000', about: 'Port to listen on; 0 picks a free one.', parse: whole(0, 65_535) }),
  HOST: setting({ default: '127.0.0.1', about: 'Address to listen on; `0.0.0.0` serves the whole network.', parse: host }),
  DATA_DIR: setting({
    default: './data',
    about: 'Folder for all data; created so that only its owner can read it.',
    internal: true,
    parse: filePath,
  }),
  DATABASE_URL: setting({
    default: '',
    about: 'A `postgres://` URL. Without it, all data is stored in one SQLite file in `DATA_DIR`.',
    secret: true,
    parse: postgresAddress,
  }),
  DATABASE_CONNECTIONS: setting({
    default: '14',
    about: 'Maximum number of PostgreSQL connections of a process. Requests queue for them.',
    parse: whole(2, 1000),
  }),
  PUBLIC_URL: setting({
    default: '',
    about: 'Public URL of the site, for links in page previews; defaults to the origin of the request.',
    parse: web({ path: false }),
  }),
  CORS_ORIGINS: setting({
    default: '',
    about: 'Comma-separated origins, such as `https://app.example`, whose pages may call the API from a browser.',
    parse: origins,
  }),
  REGISTRATION: setting({
    default: 'open',
    about: 'Who can sign up: everyone (`open`), only people with a link from `dev-connector invite` (`invited`), or no one (`closed`).',
    parse: oneOf('open', 'invited', 'closed'),
  }),
  TRUST_PROXY: setting({
    default: '',
    about: 'Comma-separated IP addresses or CIDR ranges of proxies whose forwarding headers are trusted.',
    parse: addresses,
  }),
  GITHUB_API_URL: setting({
    default: 'https://api.github.com',
    about: 'Base URL of the code host API that lists repositories.',
    parse: web(),
  }),
  GITHUB_TOKEN: setting({ default: '', about: 'Token for GitHub; raises its rate limit.', secret: true, parse: headerValue }),
  AVATAR_SERVICE_URL: setting({
    default: 'https://www.gravatar.com/avatar',
    about: 'Base URL of the service from which the server fetches the pictures of new members; `off` disables this.',
    parse: (text) => (text === 'off' ? undefined : web()(text)),
  }),
  RESUME_FILE: setting({
    default: '',
    about: 'File with the résumé shown at `/`, a [JSON Resume](docs/resume.md); defaults to the sample `resume.json`.',
    parse: filePath,
  }),
  RESUME_CONTACT: setting({
    default: 'shown',
    about: '`asked` hides e-mail and telephone from robots: they are not in the JSON or the PDF, and the page shows them after a click.',
    parse: oneOf('shown', 'asked'),
  }),
  SECURITY_CONTACT: setting({
    default: '',
    about:
      'Where to report vulnerabilities, for `/.well-known/security.txt`: e-mail addresses, `https:` or `tel:` URLs, separated by commas.',
    parse: contacts,
  }),
  SMTP_URL: setting({
    default: '',
    about:
      'Mail server that sends the e-mail of the site, such as `smtps://user:password@smtp.example.com`. Without it, the site sends none. See [e-mail](docs/mail.md).',
    secret: true,
    parse: smtpAddress,
  }),
  MAIL_FROM: setting({
    default: '',
    about: 'Sender of the e-mail, such as `community@example.com` or `Example <community@example.com>`. Required with `SMTP_URL`.',
    parse: parseSender,
  }),
  UNVERIFIED_ACCOUNTS: setting({
    default: '',
    about:
      'What members can do before they confirm their e-mail address: everything (`full`), or read and edit only their own profile, account and drafts (`read`). Defaults to `read` with `SMTP_URL`, else `full`.',
    parse: oneOf('full', 'read'),
  }),
  KEEP_ALIVE_URL: setting({
    default: '',
    about: 'URL to request every two minutes, for hosts that suspend idle sites.',
    internal: true, // it may contain a token
    parse: web({ query: true }),
  }),
  METRICS_PORT: setting({
    default: '',
    about: 'Port on 127.0.0.1 that serves `/metrics` for Prometheus.',
    parse: whole(0, 65_535),
  }),
  METRICS_TOKEN: setting({
    default: '',
    about: 'Serves `/metrics` on the site too, to requests with `Authorization: Bearer` and this token.',
    secret: true,
    parse: headerValue,
  }),
  RATE_LIMITS: setting({
    default: 'on',
    about: '`off` disables rate limits, for a site behind another limiter or for benchmarks.',
    parse: oneOf('on', 'off'),
  }),
  LOG_LEVEL: setting({
    default: 'info',
    about: 'Minimum level of log lines.',
    internal: true,
    parse: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  }),
};

type Table = typeof settingsTable;

/** Converts `DATA_DIR` to `dataDir`. */
type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Rest}`
  ? `${Lowercase<Head>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<Name>;
const camelCase = (name: string) => name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** Parsed settings. A setting without a default may be undefined. */
export type Settings = {
  [Name in keyof Table as CamelCase<Name>]: Table[Name] extends Setting<infer T, infer Default>
    ? T | (Default extends '' ? undefined : never)
    : never;
};

/** Reads the settings from the environment. Throws a SettingError that lists all invalid or blank settings. */
export function readSettings(environment: Environment = process.env): Settings {
  const problems: string[] = [];
  const settings = Object.entries(settingsTable).map(([name, definition]: [string, Setting<unknown>]) => {
    try {
      return [camelCase(name), readSetting(environment, name, definition)];
    } catch (error) {
      problems.push((error as Error).message);
      return [];
    }
  });
  const read = Object.fromEntries(settings) as unknown as Settings;
  if (read.metricsPort && read.metricsPort === read.port) problems.push(`METRICS_PORT must differ from PORT, but both are ${read.port}`);
  if (read.smtpUrl && !read.mailFrom && !environment.MAIL_FROM)
    problems.push('MAIL_FROM is not set, but SMTP_URL is: set the address that sends the e-mail');
  if (problems.length > 0) throw new SettingError(problems);
  return read;
}

function readSetting(environment: Environment, name: string, definition: Setting<unknown>): unknown {
  const text = fromEnvironment(environment, name) ?? (definition.secret && fromFile(environment, name)) ?? definition.default;
  if (text === '') return undefined; // no default
  try {
    return definition.parse(text);
  } catch (error) {
    const shown = definition.secret || error instanceof SecretValueError ? '' : `, but is "${text}"`;
    throw new Error(`${name} ${(error as Error).message}${shown}`);
  }
}

/** Returns the trimmed value. A blank value is an error, such as a variable that a script did not set, because the default may be wrong. */
function fromEnvironment(environment: Environment, name: string): string | undefined {
  const text = environment[name]?.trim();
  if (text === '') throw new Error(`${name} is blank: set a value, or remove it`);
  return text;
}

function fromFile(environment: Environment, name: string): string | undefined {
  const file = fromEnvironment(environment, `${name}_FILE`);
  if (file === undefined) return undefined;
  const text = readSecret(name, pathOfSecret(name, file)).trim();
  if (text === '') throw new Error(`${name}_FILE is an empty file: ${file}`);
  return text;
}

function pathOfSecret(name: string, file: string): string {
  try {
    return filePath(file);
  } catch (error) {
    throw new Error(`${name}_FILE ${(error as Error).message}, but is "${file}"`);
  }
}

/** Maximum size of a file with a secret. */
const maxSecretBytes = 65_536;

function readSecret(name: string, file: string): string {
  try {
    return readRegularFile(file, maxSecretBytes).toString();
  } catch (error) {
    throw new Error(`${name}_FILE cannot be read: ${(error as Error).message}`);
  }
}
