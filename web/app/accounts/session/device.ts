/** Where the browser keeps the secret by which the server recognises it at the next sign-in; it outlives a logout. */
const key = 'device';

const bytes = 32;

/** Sent with a password. Empty if the browser's storage is closed: the sign-in works, the browser is only not recognised. */
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
