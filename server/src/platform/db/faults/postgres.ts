import { type Fault, neededSpace } from './fault.ts';

const connectionLimit = /no more connections allowed|max clients reached|too many (clients|connections)/i;

/** Whether the server or the pooler has no connection left for this process. */
export const isConnectionLimit = (error: unknown): boolean => {
  const { code, message } = error as { code?: string; message: string };
  return code === '53300' || connectionLimit.test(message);
};

/** Failures of PostgreSQL: its SQLSTATE or the beginning of it (appendix "PostgreSQL Error Codes"), the code of an error of Node, or a text in the message of pg. */
const faults: Array<Fault & { codes?: string[]; message?: RegExp; detail?: RegExp }> = [
  // Messages that say more than their codes.
  {
    detail: /unsupported startup parameter.*statement_timeout/i,
    problem: 'is behind a pooler that refuses a parameter of the site',
    remedy:
      "Add statement_timeout to ignore_startup_parameters of the pooler, and set it for the role: alter role … set statement_timeout = '10s'.",
    temporary: false,
  },
  {
    detail: /unsupported startup parameter/i,
    problem: 'is behind a pooler that refuses a parameter',
    remedy: 'Add this parameter to ignore_startup_parameters of the pooler, or remove it from DATABASE_URL.',
    temporary: false,
  },
  {
    detail: /statement pooling/i,
    problem: 'is behind a pooler in statement mode',
    remedy: "Set pool_mode = session for the pooler, or connect to PostgreSQL's own port.",
    temporary: false,
  },
  {
    detail: /no such (database|user)/i,
    problem: 'is unknown to the pooler',
    remedy: 'Check the user and the database in DATABASE_URL, and the configuration of the pooler.',
    temporary: false,
  },
  {
    detail: connectionLimit,
    problem: 'accepts no more connections',
    remedy: 'Raise the limit of the server, role, database or pooler, set DATABASE_CONNECTIONS, or stop other programs that use them.',
    temporary: true,
  },
  // The server has too little of something.
  {
    codes: ['53100'],
    problem: 'cannot be written, because the disk of its server is full',
    remedy: `Free at least ${neededSpace} on the disk of the PostgreSQL server, including its WAL and temporary files. The site then writes again without a restart.`,
    temporary: true,
    full: true,
  },
  {
    codes: ['53200'],
    problem: 'cannot be used, because its server has no memory left',
    remedy: 'Give the PostgreSQL server more memory, or lower its work_mem and max_connections.',
    temporary: true,
  },
  {
    codes: ['53300'],
    problem: 'accepts no more connections',
    remedy:
      'Raise max_connections of the server or the connection limit of the role or database, set DATABASE_CONNECTIONS, or stop other programs that use them.',
    temporary: true,
  },
  {
    codes: ['53'],
    problem: 'cannot be used, because its server reached a limit',
    remedy: 'Raise the limit that the message names in the configuration of PostgreSQL.',
    temporary: true,
  },
  // The server stops, starts or recovers.
  {
    codes: ['57P01', '57P02'],
    problem: 'is not available, because its server stops or restarts',
    remedy: 'Start PostgreSQL if it does not come back; its log says why it stopped.',
    temporary: true,
  },
  {
    codes: ['57P03'],
    problem: 'is not available yet, because its server starts or recovers',
    remedy: 'Wait until PostgreSQL is ready ("pg_isready" tells); its log shows the progress.',
    temporary: true,
  },
  {
    codes: ['57P04', '3D000'],
    problem: 'cannot be used, because it does not exist',
    remedy: `Check the name of the database in DATABASE_URL, or create it with encoding 'UTF8'.`,
    temporary: false,
  },
  {
    codes: ['57P05', '25P03', '25P04'],
    problem: 'closed a connection that was idle or took too long',
    remedy: 'Raise the timeout of the server or role that the message names.',
    temporary: true,
  },
  {
    codes: ['57014'],
    problem: 'did not finish a statement in time',
    remedy: 'Look for locks and slow queries in pg_stat_activity, and check the load of the server.',
    temporary: true,
  },
  {
    codes: ['25006'],
    problem: 'cannot be written, because its server or role is read-only',
    remedy: 'Set DATABASE_URL to the primary, or turn default_transaction_read_only off for the role and database.',
    temporary: true,
  },
  {
    codes: ['55P03', '55006'],
    problem: 'is locked by another session',
    remedy: 'End that session; pg_stat_activity lists it.',
    temporary: true,
  },
  {
    codes: ['40'],
    problem: 'gave up a transaction that conflicts with others',
    remedy: 'Look for other programs that lock the tables of the site in pg_stat_activity.',
    temporary: true,
  },
  {
    codes: ['58', '72000'],
    problem: 'cannot be read or written, because the disk or file system of its server failed',
    remedy: 'Look for errors in the log of PostgreSQL and of its disk (dmesg), and keep a copy before you repair anything.',
    temporary: true,
  },
  {
    codes: ['XX001', 'XX002'],
    problem: 'is damaged',
    remedy:
      'Stop the site, keep a copy of the data folder of PostgreSQL, check its disk, and restore a backup. A damaged index can be rebuilt with "reindex database".',
    temporary: false,
  },
  // The server refuses the connection or the role.
  {
    codes: ['28P01'],
    message: /client password must be a string|no password supplied/,
    problem: 'refuses the password',
    remedy:
      'Check the user and password in DATABASE_URL, PGPASSWORD or ~/.pgpass; in an address, special characters need percent encoding.',
    temporary: false,
  },
  {
    codes: ['28'],
    problem: 'refuses the user',
    remedy:
      'Check the user in DATABASE_URL, create the role with LOGIN, and allow it in pg_hba.conf from this machine; "no encryption" means that it requires sslmode=require.',
    temporary: false,
  },
  {
    codes: ['42501'],
    problem: 'denies the role a right',
    remedy: 'Grant the role the right that the message names; "dev-connector doctor" shows the statements.',
    temporary: false,
  },
  {
    codes: ['3F000'],
    problem: 'has no schema for the tables',
    remedy: 'Create the schema, or change search_path of the role.',
    temporary: false,
  },
  {
    codes: ['26000'],
    message: /prepared statement "[^"]*" (does not exist|already exists)/,
    problem: 'lost a prepared statement, as behind a pooler that does not support them',
    remedy: 'Use a pooler that keeps prepared statements (PgBouncer from 1.21 on with max_prepared_statements), or connect directly.',
    temporary: true,
  },
  // No connection.
  {
    codes: ['ECONNREFUSED'],
    problem: 'cannot be reached, because nothing listens at its address',
    remedy: 'Start PostgreSQL, and check host and port in DATABASE_URL and listen_addresses of the server.',
    temporary: true,
  },
  {
    codes: ['ENOTFOUND', 'EAI_AGAIN'],
    problem: 'cannot be reached, because the name of its host is unknown',
    remedy: 'Check the host in DATABASE_URL, and the name server of this machine.',
    temporary: true,
  },
  {
    codes: ['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN'],
    message: /timeout expired|connection timeout|Query read timeout/i,
    problem: 'does not answer',
    remedy: 'Check host and port in DATABASE_URL, firewalls between here and there, and the load of the server.',
    temporary: true,
  },
  {
    codes: ['ENOENT', 'EACCES'],
    problem: 'cannot be reached through its socket',
    remedy:
      'Start PostgreSQL, and check the folder of the socket in DATABASE_URL (unix_socket_directories of the server) and its permissions.',
    temporary: true,
  },
  {
    codes: ['CERT_', 'SELF_SIGNED', 'DEPTH_ZERO', 'UNABLE_TO', 'ERR_TLS', 'ERR_SSL', 'EPROTO'],
    message: /does not support SSL|certificate/i,
    problem: 'cannot be reached, because TLS failed',
    remedy: 'Check sslmode and sslrootcert in DATABASE_URL, and the certificate of the server.',
    temporary: false,
  },
  {
    detail: /cannot connect to server|server login|server conn crashed|query_wait_timeout|client_login_timeout/i,
    problem: 'is unavailable behind its pooler',
    remedy: 'Start PostgreSQL, and look at the log of the pooler. "query_wait_timeout" means that its pool is too small.',
    temporary: true,
  },
  {
    detail: /timeout exceeded when trying to connect/i,
    problem: 'has no free connection',
    remedy: 'Raise DATABASE_CONNECTIONS or the limit of the server, and look for slow statements in pg_stat_activity.',
    temporary: true,
  },
  {
    codes: ['08P01'],
    problem: 'cannot be used, because its server speaks another protocol',
    remedy: 'Check that host and port in DATABASE_URL are those of PostgreSQL or of a pooler for it.',
    temporary: true,
  },
  {
    codes: ['08', 'ECONNRESET', 'ECONNABORTED', 'EPIPE'],
    message: /Connection terminated|connection is closed|pool is closed|pool after calling end|Client has encountered|not queryable/i,
    problem: 'is unavailable, because the connection broke',
    remedy: 'Check that PostgreSQL runs; its log says why it closed the connection.',
    temporary: true,
  },
];

/** Returns the fault of an error of pg or of its connection: the one whose detail matches, then the one with the longest code, or undefined for a fault of a statement. */
export function postgresFault(error: unknown): Fault | undefined {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string };
  const matches = ({ codes = [] }: { codes?: string[] }) =>
    Math.max(0, ...codes.map((start) => (code.startsWith(start) ? start.length : 0)));
  const [best] = faults.filter((fault) => matches(fault) > 0).sort((a, b) => matches(b) - matches(a));
  return faults.find(({ detail }) => detail?.test(message)) ?? best ?? faults.find((fault) => fault.message?.test(message));
}
