/** Characters of a title, an author or a subject. */
const longest = 200;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * A text for a PDF's metadata, of one line. pdfkit writes the value into the Info dictionary, and the same object, as a string, into the XMP packet, which is
 * XML; but it escapes nothing there. So this object's value is the text, and its string form is escaped.
 */
export function metadataText(text: string): string {
  const line = [
    ...text
      .toWellFormed()
      .replace(/[\s\p{Cc}\p{Noncharacter_Code_Point}]+/gu, ' ')
      .trim(),
  ];
  const value = line.length > longest ? `${line.slice(0, longest).join('')}…` : line.join('');
  const xml = value.replace(/[&<>"]/g, (mark) => escapes[mark] as string);
  return Object.assign(new String(value), { toString: () => xml }) as unknown as string;
}
