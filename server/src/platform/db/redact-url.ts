/**
 * Redacts a URL from DATABASE_URL, GITHUB_API_URL or KEEP_ALIVE_URL for display. Removes credentials and the path of an http URL, because ping services and
 * webhooks put tokens there. Keeps the database of a PostgreSQL URL only if it is a plain name: anything else may be part of a badly encoded password.
 */
export function redactUrl(address: string): string {
  const { protocol, host, pathname, search, hash } = URL.parse(address) ?? { protocol: '', host: '', pathname: '?', search: '', hash: '' };
  if (/^https?:$/.test(protocol)) return `${protocol}//${host}${pathname === '/' && !search && !hash ? '' : '/…'}`;
  return /^\/[\w.-]*$/.test(pathname) ? `postgres://${host || 'local'}${pathname}` : 'postgres://…';
}
