const firstPiece = 128 * 1024;
const laterPiece = 1024 * 1024;

/** Cuts a text into pieces to be sent to the worker one by one: copying a long one whole would stop the page. Cuts no character in two. */
export function* piecesOf(text: string): Generator<{ text: string; last: boolean }> {
  if (text.length === 0) yield { text, last: true };
  for (let from = 0, end = firstPiece; from < text.length; from = end, end += laterPiece) {
    const unit = text.charCodeAt(end);
    if (unit >= 0xdc00 && unit <= 0xdfff) end++;
    yield { text: text.slice(from, end), last: end >= text.length };
  }
}
