import { type RefObject, useEffect, useState } from 'react';

/** Part of the limit from which on the counter shows. */
const near = 0.9;

/** Counts the text of a field as the server does, in code points without the white space around it; shows only when the limit is near or passed. */
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

/** Code points of the text; a text that is shorter than `least` in any unit is not worth counting. */
const lengthOf = (text: string, least: number): number => (text.length < least ? 0 : [...text].length);
