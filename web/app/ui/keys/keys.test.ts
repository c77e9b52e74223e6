import { afterEach, expect, test, vi } from 'vitest';
import { isComposing, type KeyPress, keysOf } from './keys.ts';
import { ariaKeysOf, isShortcut, labelsOf, shortcuts, tooltipOf } from './shortcuts.ts';

afterEach(() => vi.unstubAllGlobals());

const apple = () => vi.stubGlobal('navigator', { platform: 'MacIntel' });
const other = () => vi.stubGlobal('navigator', { platform: 'Win32', userAgentData: { platform: 'Windows' } });

/** A key event: the key that is typed, the place of the key on a US keyboard, and modifiers. */
function press(key: string, code: string, modifiers = ''): KeyPress {
  const has = (name: string) => modifiers.split(' ').includes(name);
  return {
    key,
    code,
    keyCode: 0,
    isComposing: false,
    ctrlKey: has('ctrl'),
    metaKey: has('meta'),
    altKey: has('alt'),
    shiftKey: has('shift'),
    getModifierState: (name: string) => name === 'AltGraph' && has('altgr'),
  } as unknown as KeyPress;
}

test('reads no keys of the events that browsers send when they fill in a field', () => {
  other();
  expect(keysOf(new Event('keydown') as unknown as KeyPress)).toBe('');
});

test.each([
  ['on the US layout', 'k', 'KeyK'],
  ['with Caps Lock', 'K', 'KeyK'],
  ['in Russian', 'л', 'KeyK'],
  ['in Russian with Caps Lock', 'Л', 'KeyK'],
  ['in Greek', 'κ', 'KeyK'],
  ['in Hebrew', 'ל', 'KeyK'],
  ['in Arabic', 'ن', 'KeyK'],
  ['in Thai', 'า', 'KeyK'],
  ['in Korean', 'ㅏ', 'KeyK'],
  ['in kana', 'の', 'KeyK'],
  ['on Dvorak', 'k', 'KeyV'],
  ['from a keyboard that sends no code', 'k', ''],
  ['in full width', 'ｋ', 'KeyK'],
])('reads Ctrl+K %s', (_, key, code) => {
  other();
  expect(keysOf(press(key, code, 'ctrl'))).toBe('Mod+k');
});

test.each([
  ['AZERTY', 'a', 'KeyQ', 'Mod+a'],
  ['AZERTY', 'q', 'KeyA', 'Mod+q'],
  ['AZERTY', 'é', 'Digit2', 'Mod+é'],
  ['Dvorak', 't', 'KeyK', 'Mod+t'],
  ['Dvorak', '.', 'KeyE', 'Mod+.'],
  ['QWERTZ', 'z', 'KeyY', 'Mod+z'],
  ['Turkish Q', 'ı', 'KeyI', 'Mod+i'],
  ['Turkish Q with Caps Lock', 'İ', 'Quote', 'Mod+i'],
  ['Turkish F', 'ğ', 'KeyE', 'Mod+ğ'],
  ['Arabic, whose key types two letters,', 'لا', 'KeyB', 'Mod+b'],
])('reads the letter on %s: %s at %s', (_, key, code, expected) => {
  other();
  expect(keysOf(press(key, code, 'ctrl'))).toBe(expected);
});

test.each([
  ['US', '/', 'Slash', '', '/'],
  ['US', '?', 'Slash', 'shift', '?'],
  ['QWERTZ', '/', 'Digit7', 'shift', '/'],
  ['QWERTZ', '?', 'Minus', 'shift', '?'],
  ['QWERTZ', '-', 'Slash', '', '-'],
  ['AZERTY', '/', 'Period', 'shift', '/'],
  ['AZERTY', '?', 'KeyM', 'shift', '?'],
  ['Russian', '/', 'Backslash', 'shift', '/'],
  ['Russian', '?', 'Digit7', 'shift', '?'],
  ['Hebrew', '/', 'KeyQ', '', '/'],
  ['Arabic', 'ظ', 'Slash', '', '/'],
  ['Arabic', '؟', 'Slash', 'shift', '?'],
  ['a layout that needs AltGr', '/', 'KeyQ', 'altgr', '/'],
  ['a layout that needs AltGr, on Windows', '/', 'KeyQ', 'ctrl alt altgr', '/'],
  ['the numeric keypad', '/', 'NumpadDivide', '', '/'],
  ['the numeric keypad', 'Enter', 'NumpadEnter', '', 'Enter'],
])('reads characters on %s: %s at %s', (_, key, code, modifiers, expected) => {
  other();
  expect(keysOf(press(key, code, modifiers))).toBe(expected);
});

test.each([
  ['AltGr and a letter', 'l', 'KeyL', 'altgr'],
  ['AltGr as Ctrl and Alt', 'k', 'KeyK', 'ctrl alt'],
  ['AltGr and a letter that it changes', 'ł', 'KeyL', 'altgr'],
  ['a dead key', 'Dead', 'Slash', ''],
  ['Shift and a letter', 'J', 'KeyJ', 'shift'],
  ['Shift and a letter with Caps Lock', 'j', 'KeyJ', 'shift'],
  ['Ctrl, Shift and a letter', 'K', 'KeyK', 'ctrl shift'],
  ['the Windows key and a letter', 'k', 'KeyK', 'meta'],
  ['Ctrl, the Windows key and a letter', 'k', 'KeyK', 'ctrl meta'],
  ['Alt and a letter', 'j', 'KeyJ', 'alt'],
  ['an unknown key', 'Unidentified', '', ''],
  ['Windows and Enter', 'Enter', 'Enter', 'meta'],
])('finds no shortcut in %s', (_, key, code, modifiers) => {
  other();
  const keys = keysOf(press(key, code, modifiers));
  expect(Object.values(shortcuts).filter((shortcut) => shortcut.keys === keys)).toEqual([]);
});

test.each(['a', 'b', 'd', 'e', 'f', 'h', 'i', 'k', 'l', 'n', 'o', 'p', 't', 'v', 'w', 'y'])(
  'leaves Ctrl+%s to text fields of macOS, where Command is the modifier of shortcuts',
  (key) => {
    apple();
    const code = `Key${key.toUpperCase()}`;
    expect(keysOf(press(key, code, 'ctrl'))).toBe(`Ctrl+${key}`);
    expect(keysOf(press(key, code, 'meta'))).toBe(`Mod+${key}`);
    other();
    expect(keysOf(press(key, code, 'ctrl'))).toBe(`Mod+${key}`);
    expect(keysOf(press(key, code, 'meta'))).toBe(`Meta+${key}`);
  },
);

test('reads arrow keys with Option on a Mac, where some browsers report AltGraph', () => {
  apple();
  expect(keysOf(press('ArrowLeft', 'ArrowLeft', 'alt altgr'))).toBe('Alt+ArrowLeft');
});

test.each([
  ['while a composition lasts', { isComposing: true, keyCode: 13 }],
  ['after compositionend, as Safari sends it', { isComposing: false, keyCode: 229 }],
])('reads no key %s', (_, event) => {
  other();
  for (const key of ['Enter', 'Escape', 'Tab', 'ArrowDown', 'Backspace', 'j', '/']) {
    const composing = { ...press(key, ''), ...event };
    expect([keysOf(composing), keysOf({ ...press('', ''), nativeEvent: composing } as KeyPress)]).toEqual(['', '']);
    expect(isComposing(composing)).toBe(true);
  }
  expect(isComposing(press('Enter', 'Enter'))).toBe(false);
});

test('labels shortcuts as the platform does', () => {
  other();
  expect([labelsOf('palette'), labelsOf('send'), labelsOf('dashboard')]).toEqual([
    ['Ctrl', 'K'],
    ['Ctrl', '↵'],
    ['g', 'h'],
  ]);
  expect([ariaKeysOf('bold'), tooltipOf('bold'), ariaKeysOf('send')]).toEqual(['Control+B', 'Bold (Ctrl+B)', 'Control+Enter']);
  apple();
  expect([labelsOf('palette'), ariaKeysOf('bold'), tooltipOf('bold')]).toEqual([['⌘', 'K'], 'Meta+B', 'Bold (⌘B)']);
  expect(isShortcut(press('b', 'KeyB', 'meta'), 'bold')).toBe(true);
});
