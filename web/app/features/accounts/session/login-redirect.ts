const defaultTarget = '/dev/dashboard';

/** URL of the login screen that redirects to `target` after signing in. */
export const loginUrl = (target: string): string =>
  target === defaultTarget ? '/dev/login' : `/dev/login?to=${encodeURIComponent(target)}`;

/** Path to redirect to after signing in. Accepts only paths under `/dev/`, which prevents open redirects. */
export function redirectTarget(search: URLSearchParams): string {
  const target = search.get('to');
  return target && /^\/dev\/(?!.*\/\.)(?!\.)[\w/?=&%.#-]*$/.test(target) ? target : defaultTarget;
}
