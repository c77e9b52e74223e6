/** Whether a text begins with the byte order mark of UTF-16 (RFC 2781, section 3.2). */
export const isUtf16 = ([first, second]: Uint8Array): boolean => (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
