import type { Indent } from '@dev-connector/json';
import { useSyncExternalStore } from 'react';

/* How the output is laid out: named in the address, so that a link carries it, and else remembered in this browser. */
const key = 'formatter.indent';

export const indentations: ReadonlyArray<{ indent: Indent; label: string }> = [
  { indent: 2, label: '2 spaces' },
  { indent: 4, label: '4 spaces' },
  { indent: 'tab', label: 'Tab' },
  { indent: 'none', label: 'Minify' },
];

const known = (text: string | null): Indent | undefined => indentations.find(({ indent }) => String(indent) === text)?.indent;

function readIndent(): Indent {
  const named = known(new URL(location.href).searchParams.get('indent'));
  if (named !== undefined) return named;
  try {
    return known(localStorage.getItem(key)) ?? 2;
  } catch {
    return 2; // storage is closed to us
  }
}

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The indentation; the server, which knows neither address nor browser when it renders, shows the usual one. */
export const useIndent = (): Indent => useSyncExternalStore(subscribe, readIndent, () => 2);

/** Chooses, remembers, and writes the choice into the address. */
export function chooseIndent(indent: Indent): void {
  const url = new URL(location.href);
  url.searchParams.set('indent', String(indent));
  history.replaceState(history.state, '', url);
  try {
    localStorage.setItem(key, String(indent));
  } catch {
    // it stands in the address all the same
  }
  for (const listener of listeners) listener();
}
