import { isApple, type KeyPress, keysOf } from './keys.ts';

export interface Shortcut {
  /** Keys as `keysOf` returns them, or two of them in a row: `j`, `g p`, `Mod+k`. */
  keys: string;
  /** In the list of shortcuts. */
  description: string;
  /** Where the shortcut works if no screen registers it. */
  place?: 'writing' | 'formatter';
}

/** All shortcuts of the site. */
export const shortcuts = {
  search: { keys: '/', description: 'Search' },
  palette: { keys: 'Mod+k', description: 'Go to a screen' },
  shortcuts: { keys: '?', description: 'Show the shortcuts' },
  newPost: { keys: 'n', description: 'New post' },
  posts: { keys: 'g p', description: 'Go to posts' },
  developers: { keys: 'g d', description: 'Go to developers' },
  dashboard: { keys: 'g h', description: 'Go to the dashboard' },
  next: { keys: 'j', description: 'Next post' },
  previous: { keys: 'k', description: 'Previous post' },
  like: { keys: 'l', description: 'Like or unlike the post' },
  bookmark: { keys: 'b', description: 'Bookmark the post' },
  open: { keys: 'o', description: 'Open the discussion' },
  openFocused: { keys: 'Enter', description: 'Open the focused post' },
  send: { keys: 'Mod+Enter', description: 'Send the form' },
  bold: { keys: 'Mod+b', description: 'Bold', place: 'writing' },
  italic: { keys: 'Mod+i', description: 'Italic', place: 'writing' },
  link: { keys: 'Mod+k', description: 'Link', place: 'writing' },
  code: { keys: 'Mod+e', description: 'Code', place: 'writing' },
  format: { keys: 'Mod+Enter', description: 'Format the text', place: 'formatter' },
  find: { keys: 'Mod+f', description: 'Find in the formatted text', place: 'formatter' },
  selectAll: { keys: 'Mod+a', description: 'Select the formatted text', place: 'formatter' },
} as const satisfies Record<string, Shortcut>;

export type ShortcutId = keyof typeof shortcuts;

/** Whether the viewer pressed the keys of this shortcut, which must be one key with its modifiers. */
export const isShortcut = (event: KeyPress, id: ShortcutId): boolean => keysOf(event) === shortcuts[id].keys;

/** Returns the keys as this platform labels them: `['⌘', 'K']`, `['Ctrl', '↵']`, `['g', 'p']`. */
export const labelsOf = (id: ShortcutId, isAppleDevice = isApple()): string[] =>
  shortcuts[id].keys.split(/[ +]/).map((key) => {
    if (key === 'Mod') return isAppleDevice ? '⌘' : 'Ctrl';
    if (key === 'Enter') return '↵';
    return shortcuts[id].keys.includes('+') ? key.toUpperCase() : key;
  });

/** Returns the value of `aria-keyshortcuts` on this platform: `Meta+K`. */
export const ariaKeysOf = (id: ShortcutId, isAppleDevice = isApple()): string =>
  shortcuts[id].keys.replace('Mod', isAppleDevice ? 'Meta' : 'Control').replace(/\+([a-z])$/, (letter) => letter.toUpperCase());

/** Returns the description with the keys: `Bold (⌘B)`, `Bold (Ctrl+B)`. */
export const tooltipOf = (id: ShortcutId): string => `${shortcuts[id].description} (${labelsOf(id).join(isApple() ? '' : '+')})`;
