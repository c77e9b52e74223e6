const defaultTarget = '/dev/dashboard';

/** State of a navigation that a member screen redirected to the login screen. The address does not show it for the dashboard, which is the default target. */
export const fromMemberScreen = 'from member screen';

/** URL of the login screen that redirects to `target` after signing in. */
export const loginUrl = (target: string): string =>
  target === defaultTarget ? '/dev/login' : `/dev/login?to=${encodeURIComponent(target)}`;

const base = 'https://site.invalid';

/** Path to redirect to after signing in. Accepts only normalized paths under `/dev/`, which prevents open redirects. */
export function redirectTarget(search: URLSearchParams): string {
  const target = search.get('to') ?? '';
  return target.startsWith('/dev/') && URL.parse(target, base)?.href === base + target ? target : defaultTarget;
}
