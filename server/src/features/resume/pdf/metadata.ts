/** Maximum number of characters of a title, an author or a subject. */
const maxLength = 200;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * Returns a single-line text for a PDF's metadata. pdfkit writes the value to the Info dictionary and its string form, unescaped, to the XMP packet, which is
 * XML. The returned object therefore has the plain text as its value and the escaped text as its string form.
 */
export function metadataText(text: string): string {
  const line = [
    ...text
      .toWellFormed()
      .replace(/[\s\p{Cc}\p{Noncharacter_Code_Point}]+/gu, ' ')
      .trim(),
  ];
  const value = line.length > maxLength ? `${line.slice(0, maxLength).join('')}…` : line.join('');
  const xml = value.replace(/[&<>"]/g, (character) => escapes[character] as string);
  return Object.assign(new String(value), { toString: () => xml }) as unknown as string;
}
