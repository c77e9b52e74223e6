import { trimLines } from '@dev-connector/contract';
import { type RefObject, useEffect, useState } from 'react';
import { formatNumber } from '../numbers';

/** Share of the limit from which the counter shows. */
const warningRatio = 0.9;

interface CounterProps {
  field: RefObject<HTMLTextAreaElement | null>;
  characterLimit: number;
  isMarkdown: boolean | undefined;
}

/** Counts characters as the server does: code points of the trimmed text. Shows only near or above the limit. */
export function Counter({ field, characterLimit, isMarkdown }: CounterProps) {
  const [length, setLength] = useState(0);

  useEffect(() => {
    const area = field.current;
    const trimmed = (text: string) => (isMarkdown ? trimLines(text) : text.trim());
    const count = () => setLength(lengthOf(trimmed(area?.value ?? ''), warningRatio * characterLimit));
    const afterReset = () => queueMicrotask(count);
    count();
    area?.addEventListener('input', count);
    area?.form?.addEventListener('reset', afterReset);
    return () => {
      area?.removeEventListener('input', count);
      area?.form?.removeEventListener('reset', afterReset);
    };
  }, [field, characterLimit, isMarkdown]);

  if (length < warningRatio * characterLimit) return null;
  const excess = length - characterLimit;
  return (
    <p className={`field-note text-sm tabular-nums ${excess > 0 ? 'text-danger' : 'text-muted'}`}>
      {`${formatNumber(length)} of ${formatNumber(characterLimit)} characters`}
      {excess > 0 && `: ${formatNumber(excess)} too many`}
    </p>
  );
}

/** Number of code points, or 0 if the text is shorter than `minLength` UTF-16 units, which is quicker to check. */
const lengthOf = (text: string, minLength: number): number => (text.length < minLength ? 0 : [...text].length);
