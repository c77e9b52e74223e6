/** A text in which the typed beginning of a word is bold. */
export function Highlighted({ text, typed }: { text: string; typed: string }) {
  const start = beginningIn(text.toLowerCase(), typed.toLowerCase());
  if (start < 0) return text;
  const end = start + typed.length;
  return (
    <>
      {text.slice(0, start)}
      <b className="font-semibold text-ink">{text.slice(start, end)}</b>
      {text.slice(end)}
    </>
  );
}

function beginningIn(text: string, typed: string): number {
  if (typed === '') return -1;
  let start = text.indexOf(typed);
  while (start > 0 && /[\p{L}\p{N}]/u.test(text.charAt(start - 1))) start = text.indexOf(typed, start + 1);
  return start;
}
