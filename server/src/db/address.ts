/**
 * An address of DATABASE_URL, GITHUB_API_URL or KEEP_ALIVE_URL as it may be shown: nothing that is or could be a secret. A web address is shown without its path,
 * in which ping services and webhooks have their tokens. PostgreSQL's is shown with the database, unless that is no plain name and so perhaps half of a password.
 */
export function shownAddress(address: string): string {
  const { protocol, host, pathname, search, hash } = URL.parse(address) ?? { protocol: '', host: '', pathname: '?', search: '', hash: '' };
  if (/^https?:$/.test(protocol)) return `${protocol}//${host}${pathname === '/' && !search && !hash ? '' : '/…'}`;
  return /^\/[\w.-]*$/.test(pathname) ? `postgres://${host || 'local'}${pathname}` : 'postgres://…';
}
