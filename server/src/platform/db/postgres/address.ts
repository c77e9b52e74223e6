/** An address of PostgreSQL, as libpq reads it ("Connection URIs" in its documentation). */
export interface PostgresAddress {
  user?: string;
  password?: string;
  database?: string;
  /** In the order in which they are tried. Empty: that of PGHOST, or this machine. */
  hosts: Array<{ host: string; port: number | undefined }>;
  parameters: Partial<Record<Parameter, string>>;
}

const parameters = [
  ...['application_name', 'channel_binding', 'client_encoding', 'connect_timeout', 'dbname', 'fallback_application_name', 'gssencmode'],
  ...['gssdelegation', 'gsslib', 'krbsrvname'],
  ...[
    'host',
    'keepalives',
    'keepalives_count',
    'keepalives_idle',
    'keepalives_interval',
    'load_balance_hosts',
    'options',
    'password',
    'port',
  ],
  ...[
    'ssl',
    'sslcert',
    'sslcompression',
    'sslkey',
    'sslmode',
    'sslsni',
    'sslrootcert',
    'target_session_attrs',
    'tcp_user_timeout',
    'uselibpqcompat',
    'user',
  ],
] as const;
type Parameter = (typeof parameters)[number];

const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];
const sessionAttributes = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'];
const encode = 'must percent-encode special characters in the user name and password: / as %2F, @ as %40, ? as %3F, # as %23, % as %25';

/** Parses a `postgres://` URL. Throws an Error with a phrase such as `must …`, without any part of the address, which may contain a password. */
export function parsePostgresUrl(text: string): PostgresAddress {
  const rest = /^postgres(?:ql)?:\/\/(.*)$/is.exec(text)?.[1];
  if (rest === undefined) throw new Error('must be a URL that starts with postgres:// or postgresql://');
  if (rest.includes('#')) throw new Error(encode);
  const [, authority = '', path = '', search = ''] = /^([^/?]*)\/?([^?]*)\??(.*)$/s.exec(rest) ?? [];
  const at = authority.lastIndexOf('@');
  // An unencoded character of a password ends the part that has the user and the hosts.
  if (/[/@]/.test(path.replace(/\/+$/, '')) || (at < 0 && search.split('&').some((part) => /^[^=]*@/.test(part)))) throw new Error(encode);
  const [, user = '', password] = /^([^:]*)(?::(.*))?$/s.exec(authority.slice(0, Math.max(at, 0))) ?? [];
  const read = readParameters(search);
  const names = read.host ?? authority.slice(at + 1);
  const address: PostgresAddress = {
    hosts: read.host === undefined ? names.split(',').filter(Boolean).map(readHost) : listed(read.host, read.port),
    parameters: read,
  };
  if (read.host === undefined && read.port !== undefined)
    address.hosts = address.hosts.map((each) => ({ ...each, port: each.port ?? readPort(read.port) }));
  const [givenUser, givenPassword, database] = [
    read.user ?? decoded(user),
    read.password ?? decoded(password ?? ''),
    read.dbname ?? decoded(path.replace(/\/+$/, '')),
  ];
  if (givenUser) address.user = givenUser;
  if (givenPassword) address.password = givenPassword;
  if (database) address.database = database;
  return address;
}

function readParameters(search: string): Partial<Record<Parameter, string>> {
  const read: Partial<Record<Parameter, string>> = {};
  for (const part of search.split('&').filter(Boolean)) {
    const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(part) ?? [];
    const known = parameters.find((each) => each === name);
    if (!known) throw new Error(unknownParameter(name));
    read[known] = decoded(value);
  }
  if (read.ssl !== undefined) read.sslmode ??= modeOf(read.ssl);
  const { sslmode, target_session_attrs: attributes, client_encoding: encoding, gssencmode, connect_timeout: timeout } = read;
  if (sslmode !== undefined && !sslModes.includes(sslmode)) throw new Error(`must have an sslmode of ${sslModes.join(', ')}`);
  if (attributes !== undefined && !sessionAttributes.includes(attributes))
    throw new Error(`must have target_session_attrs of ${sessionAttributes.join(', ')}`);
  if (encoding !== undefined && !/^(utf-?8|auto)$/i.test(encoding)) throw new Error('must have client_encoding=UTF8, or none');
  if (gssencmode === 'require') throw new Error('must not require GSSAPI encryption, which is not supported: use sslmode');
  if (timeout !== undefined && !/^\d+$/.test(timeout)) throw new Error('must have a connect_timeout in whole seconds');
  return read;
}

/** `ssl=true`, as programs that do not use libpq write it. */
function modeOf(ssl: string): string {
  if (/^(true|1|on|yes|)$/i.test(ssl)) return 'verify-full';
  if (/^(false|0|off|no)$/i.test(ssl)) return 'disable';
  throw new Error('must have ssl=true, ssl=false, or an sslmode');
}

/** Shows the name only if it cannot be a part of a password. */
const unknownParameter = (name: string): string =>
  `must not have the parameter ${/^[a-z_]{1,40}$/i.test(name) ? name : ''}, which is unknown${name === 'schema' ? ': use options=-csearch_path%3Dname' : ''}`.replace(
    '  ',
    ' ',
  );

function readHost(text: string): { host: string; port: number | undefined } {
  const [, host, port] = /^(\[[^\]]+\]|[^:]*)(?::(\d*))?$/.exec(text) ?? [];
  if (host === undefined) throw new Error(`must have a host and a port in digits, such as host:5432; it ${encode}`);
  return { host: decoded(host.replace(/^\[(.*)\]$/, '$1')) || 'localhost', port: port ? readPort(port) : undefined };
}

function listed(hosts: string, ports = ''): PostgresAddress['hosts'] {
  const each = ports.split(',');
  return hosts.split(',').map((host, index) => ({ host, port: readPort(each.length === 1 ? each[0] : each[index]) }));
}

function readPort(text = ''): number | undefined {
  if (text === '') return undefined;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) throw new Error('must have a port from 1 to 65535');
  return port;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error(encode);
  }
}
