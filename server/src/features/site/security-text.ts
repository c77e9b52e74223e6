/** Days until the file expires. RFC 9116 recommends less than a year. */
const lifetime = 180;
const day = 24 * 60 * 60 * 1000;

/** Returns a security.txt (RFC 9116). It is the same all day, and names its own address only if that is known for certain. */
export function securityText(contacts: string[], publicUrl: string | undefined, now: number): string {
  const expires = new Date((Math.floor(now / day) + lifetime) * day).toISOString();
  const lines = [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    ...(publicUrl ? [`Canonical: ${publicUrl}/.well-known/security.txt`] : []),
  ];
  return `${lines.join('\n')}\n`;
}
