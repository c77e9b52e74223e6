/** Local storage key of the secret that lets the server recognise this browser at the next sign-in. Survives a logout. */
const key = 'device';

const bytes = 32;

/** Headers for requests that send a password. Empty if local storage is unavailable: signing in works, but the browser is not recognised. */
export function deviceHeaders(): { 'x-device-secret'?: string } {
  try {
    const stored = localStorage.getItem(key);
    const secret = stored && /^[\w-]{43}$/.test(stored) ? stored : newSecret();
    if (secret !== stored) localStorage.setItem(key, secret);
    return { 'x-device-secret': secret };
  } catch {
    return {};
  }
}

/** 256 random bits in base64url. */
function newSecret(): string {
  const random = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes)));
  return btoa(random).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
