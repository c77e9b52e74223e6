const home = '/dev/dashboard';

/** Where to sign in, to be taken to `wanted` afterwards. */
export const loginAddress = (wanted: string): string => (wanted === home ? '/dev/login' : `/dev/login?to=${encodeURIComponent(wanted)}`);

/** Where to go after signing in: only ever a screen of this network. */
export function afterSignIn(search: URLSearchParams): string {
  const wanted = search.get('to');
  return wanted && /^\/dev\/[\w/?=&%-]*$/.test(wanted) ? wanted : home;
}
