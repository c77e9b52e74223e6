/**
 * A PostgreSQL address as it may be shown: host and database, and nothing that is or could be a secret. A password with a `/` in it is read as a part of the
 * path; where the path is no plain name, nothing of the address is shown.
 */
export function shownAddress(databaseUrl: string): string {
  const { host, pathname } = URL.parse(databaseUrl) ?? { host: '', pathname: '?' };
  return /^\/[\w.-]*$/.test(pathname) ? `postgres://${host || 'local'}${pathname}` : 'postgres://…';
}
