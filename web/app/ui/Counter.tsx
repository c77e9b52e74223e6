import { type RefObject, useEffect, useState } from 'react';

/** Share of the limit from which the counter shows. */
const near = 0.9;

/** Counts characters as the server does: code points of the trimmed text. Shows only near or above the limit. */
export function Counter({ of, longest }: { of: RefObject<HTMLTextAreaElement | null>; longest: number }) {
  const [length, setLength] = useState(0);

  useEffect(() => {
    const area = of.current;
    const count = () => setLength(lengthOf(area?.value.trim() ?? '', near * longest));
    const afterReset = () => queueMicrotask(count);
    count();
    area?.addEventListener('input', count);
    area?.form?.addEventListener('reset', afterReset);
    return () => {
      area?.removeEventListener('input', count);
      area?.form?.removeEventListener('reset', afterReset);
    };
  }, [of, longest]);

  if (length < near * longest) return null;
  const excess = length - longest;
  return (
    <p className={`text-sm tabular-nums ${excess > 0 ? 'text-error' : 'muted'}`}>
      {`${length.toLocaleString('en')} of ${longest.toLocaleString('en')} characters`}
      {excess > 0 && `: ${excess.toLocaleString('en')} too many`}
    </p>
  );
}

/** Number of code points, or 0 if the text is shorter than `least` UTF-16 units, which is quicker to check. */
const lengthOf = (text: string, least: number): number => (text.length < least ? 0 : [...text].length);
