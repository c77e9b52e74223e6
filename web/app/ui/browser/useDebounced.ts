import { useEffect, useState } from 'react';

/** Returns the text as it was when it last stayed the same for `time` milliseconds. */
export function useDebounced(text: string, time: number): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), time);
    return () => clearTimeout(timer);
  }, [text, time]);
  return debounced;
}
