const home = '/dev/dashboard';

/** URL of the login screen that redirects to `wanted` after signing in. */
export const loginUrl = (wanted: string): string => (wanted === home ? '/dev/login' : `/dev/login?to=${encodeURIComponent(wanted)}`);

/** Path to redirect to after signing in. Accepts only paths under `/dev/`, which prevents open redirects. */
export function redirectTarget(search: URLSearchParams): string {
  const wanted = search.get('to');
  return wanted && /^\/dev\/[\w/?=&%-]*$/.test(wanted) ? wanted : home;
}
