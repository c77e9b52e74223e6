import { useEffect, useState } from 'react';

type FirstLineOf = typeof import('./first-line').firstLineOf;

let firstLineOf: FirstLineOf | undefined;

async function load(): Promise<void> {
  ({ firstLineOf } = await import('./first-line'));
}
const loading = typeof document === 'undefined' ? undefined : load().catch(() => undefined); // while the post loads

/** The first line of a text; empty until its code has loaded. */
export function useFirstLine(html: string | undefined): string {
  const [, setLoaded] = useState(firstLineOf !== undefined);
  useEffect(() => void loading?.then(() => setLoaded(true)), []);
  return firstLineOf && html !== undefined ? firstLineOf(html) : '';
}
