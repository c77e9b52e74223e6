/** A text on its way to the server, and the idempotency key that makes sending it twice harmless. */
export interface Submission {
  text: string;
  key: string;
}

/** A new idempotency key: 128 random bits. (`crypto.randomUUID` is missing where the site is served over plain HTTP.) */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
