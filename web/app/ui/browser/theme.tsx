import { useSyncExternalStore } from 'react';
import { local } from './browser-storage';
import { createListeners } from './listeners';

/** The themes with their labels. */
export const themes = { system: 'System', light: 'Light', dark: 'Dark' };
export type Theme = keyof typeof themes;

/** The names of the themes. */
export const themeNames = Object.keys(themes) as Theme[];

const key = 'theme';

/** Sets the remembered theme before the first paint. */
export const StoredTheme = ({ nonce }: { nonce: string | undefined }) => (
  <script
    nonce={nonce}
    suppressHydrationWarning
    dangerouslySetInnerHTML={{
      __html: import.meta.env.SSR
        ? `try{var t=localStorage.getItem('${key}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}`
        : '',
    }}
  />
);

const listeners = createListeners();

/** Follows a change in another tab. */
if (!import.meta.env.SSR)
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) apply((local.get(key) as Theme | null) ?? 'system');
  });

function apply(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  listeners.notify();
}

/** Shows and remembers a theme. Without storage it lasts until the page closes. */
export function setTheme(theme: Theme): void {
  local.set(key, theme === 'system' ? null : theme);
  apply(theme);
}

export const useTheme = (): Theme =>
  useSyncExternalStore(
    listeners.subscribe,
    () => (document.documentElement.dataset.theme as Theme | undefined) ?? 'system',
    () => 'system',
  );
