import { local } from '../../../ui/browser/browser-storage';

/** Local storage key of the secret that lets the server recognise this browser at the next sign-in. Survives a logout. */
const key = 'device';

const bytes = 32;

/** Headers for requests that send a password. Empty if local storage is unavailable: signing in works, but the browser is not recognised. */
export function deviceHeaders(): { 'x-device-secret'?: string } {
  const stored = local.get(key);
  if (stored && /^[\w-]{43}$/.test(stored)) return { 'x-device-secret': stored };
  const secret = newSecret();
  return local.set(key, secret) ? { 'x-device-secret': secret } : {};
}

/** 256 random bits in base64url. */
function newSecret(): string {
  const random = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes)));
  return btoa(random).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
