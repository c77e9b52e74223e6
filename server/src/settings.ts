import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';

/** Settings that cannot be used: what is wrong with each, beginning with its name. The message has a line for each. */
export class SettingError extends Error {
  override name = 'SettingError';
  readonly problems: string[];

  constructor(problems: string[], options?: ErrorOptions) {
    super(problems.join('\n'), options);
    this.problems = problems;
  }
}

interface Setting<T, Default extends string = string> {
  /** As the README's table says it; `''` where the setting may be missing. */
  default: Default;
  about: string;
  /** Also read from the file that `NAME_FILE` names, so that it need not stand in the environment. */
  secret?: true;
  parse(text: string): T;
}

const whole = (least: number, most: number) => (text: string) => {
  const number = Number(text);
  if (!/^(0|[1-9]\d*)$/.test(text) || number < least || number > most) throw new Error(`must be a whole number from ${least} to ${most}`);
  return number;
};

const oneOf =
  <const T extends string>(...values: T[]) =>
  (text: string): T => {
    if (!values.includes(text as T)) throw new Error(`must be one of ${values.join(', ')}`);
    return text as T;
  };

/** A value that a message must not repeat, because it may hold a secret. */
class Unshown extends Error {}

function parseAddress(text: string, ...protocols: string[]): URL {
  const url = URL.parse(text);
  if (url && protocols.includes(url.protocol)) return url;
  throw new Unshown(`must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`);
}

/** An http address. `fetch` refuses one with a password and repeats it in its error, and visitors would see that of PUBLIC_URL. */
const web =
  ({ query = false } = {}) =>
  (text: string) => {
    const url = parseAddress(text, 'http:', 'https:');
    if (url.username || url.password) throw new Unshown('must not contain a user name or password');
    if (!query && (url.search || url.hash)) throw new Unshown('must not contain a query or fragment');
    return query ? text : text.replace(/\/+$/, '');
  };

/** A `/`, `?` or `@` in a password moves the parts of the address: PostgreSQL would get, and repeat in its error, half of it as a database. */
const postgresAddress = (text: string) => {
  const { pathname, search, username } = parseAddress(text, 'postgres:', 'postgresql:');
  if (/[/@]/.test(pathname.slice(1).replace(/\/$/, '')) || (!username && search.split('&').some((part) => /^\??[^=]*@/.test(part))))
    throw new Unshown('must have special characters of the user name and password percent-encoded: / as %2F, @ as %40, ? as %3F');
  return text.replace(/\/+$/, '');
};

const host = (text: string) => {
  if (/\s/.test(text)) throw new Error('must be an IP address or a host name');
  return text;
};

/** What a header may carry: `fetch` would show any other in its error, and so in the log. */
const headerValue = (text: string) => {
  if (!/^[\x21-\x7e]+$/.test(text)) throw new Error('must be printable ASCII without spaces');
  return text;
};

/** The names that Fastify's proxy rules know for ranges of addresses. */
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
  }
  return list;
};

const setting = <T, const Default extends string>(definition: Setting<T, Default>) => definition;

/** Every setting there is. The README's table is made from this one (`npm run check` compares them). */
export const settingsTable = {
  PORT: setting({ default: '3000', about: 'Port to listen on; 0 picks a free one.', parse: whole(0, 65_535) }),
  HOST: setting({ default: '127.0.0.1', about: 'Address to listen on; `0.0.0.0` serves the whole network.', parse: host }),
  DATA_DIR: setting({ default: './data', about: 'Folder that holds all state, created readable by its owner alone.', parse: String }),
  DATABASE_URL: setting({
    default: '',
    about: 'A `postgres://` address. Without it the data live in one SQLite file in `DATA_DIR`.',
    secret: true,
    parse: postgresAddress,
  }),
  PUBLIC_URL: setting({
    default: '',
    about: 'Address that visitors see, for links in page previews; without it, that of the request.',
    parse: web(),
  }),
  REGISTRATION: setting({
    default: 'open',
    about: 'Who may sign up: `open` anybody, `invited` whoever has a link made by `dev-connector invite`, `closed` nobody.',
    parse: oneOf('open', 'invited', 'closed'),
  }),
  TRUST_PROXY: setting({
    default: '',
    about: 'Addresses (or CIDR ranges), comma-separated, of proxies whose forwarding headers are believed.',
    parse: addresses,
  }),
  GITHUB_API_URL: setting({ default: 'https://api.github.com', about: 'Where repositories are asked for.', parse: web() }),
  GITHUB_TOKEN: setting({ default: '', about: 'Token for GitHub; raises its limit of calls.', secret: true, parse: headerValue }),
  RESUME_FILE: setting({
    default: '',
    about: "The owner's résumé at `/`, a [JSON Resume](docs/resume.md); without it the sample in `resume.json`.",
    parse: String,
  }),
  RESUME_CONTACT: setting({
    default: 'shown',
    about: '`asked` keeps e-mail and telephone from robots: out of the JSON, the PDF, and the page until a visitor presses a button.',
    parse: oneOf('shown', 'asked'),
  }),
  KEEP_ALIVE_URL: setting({
    default: '',
    about: 'An address to GET every two minutes, for hosts that put idle sites to sleep.',
    parse: web({ query: true }),
  }),
  METRICS_PORT: setting({
    default: '',
    about: 'Port on 127.0.0.1 that answers `/metrics` for Prometheus.',
    parse: whole(0, 65_535),
  }),
  METRICS_TOKEN: setting({
    default: '',
    about: 'Answers `/metrics` on the site itself too, to whoever sends `Authorization: Bearer` with this token.',
    secret: true,
    parse: headerValue,
  }),
  RATE_LIMITS: setting({
    default: 'on',
    about: '`off` counts nobody: for a site behind another limiter, or to measure one.',
    parse: oneOf('on', 'off'),
  }),
  LOG_LEVEL: setting({
    default: 'info',
    about: 'How much is logged.',
    parse: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  }),
};

type Table = typeof settingsTable;

/** `DATA_DIR` is `dataDir` in the program. */
type InProgram<Name extends string> = Name extends `${infer Head}_${infer Rest}`
  ? `${Lowercase<Head>}${Capitalize<InProgram<Rest>>}`
  : Lowercase<Name>;
const inProgram = (name: string) => name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** What the table's settings are after reading: of the type that `parse` gives; without a default, perhaps undefined. */
export type Settings = {
  [Name in keyof Table as InProgram<Name>]: Table[Name] extends Setting<infer T, infer Default>
    ? T | (Default extends '' ? undefined : never)
    : never;
};

/** Reads the settings from the environment; throws a SettingError that names all that are wrong, blank ones included. */
export function readSettings(environment: Record<string, string | undefined> = process.env): Settings {
  const problems: string[] = [];
  const settings = Object.entries(settingsTable).map(([name, definition]: [string, Setting<unknown>]) => {
    try {
      return [inProgram(name), readSetting(environment, name, definition)];
    } catch (error) {
      problems.push((error as Error).message);
      return [];
    }
  });
  if (problems.length > 0) throw new SettingError(problems);
  return Object.fromEntries(settings) as unknown as Settings;
}

function readSetting(environment: Record<string, string | undefined>, name: string, definition: Setting<unknown>): unknown {
  const text = fromEnvironment(environment, name) ?? (definition.secret && fromFile(environment, name)) ?? definition.default;
  if (text === '') return undefined; // no default
  try {
    return definition.parse(text);
  } catch (error) {
    const shown = definition.secret || error instanceof Unshown ? '' : `, but is "${text}"`;
    throw new Error(`${name} ${(error as Error).message}${shown}`);
  }
}

/** Without white space around it. Blank is a mistake, such as a variable that a script did not fill in: the default instead could be the wrong one. */
function fromEnvironment(environment: Record<string, string | undefined>, name: string): string | undefined {
  const text = environment[name]?.trim();
  if (text === '') throw new Error(`${name} is set but blank: give it a value, or remove it`);
  return text;
}

function fromFile(environment: Record<string, string | undefined>, name: string): string | undefined {
  const file = fromEnvironment(environment, `${name}_FILE`);
  if (file === undefined) return undefined;
  const text = readSecret(name, file).trim();
  if (text === '') throw new Error(`${name}_FILE names a file that is blank: ${file}`);
  return text;
}

function readSecret(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`${name}_FILE cannot be read: ${(error as Error).message}`);
  }
}
