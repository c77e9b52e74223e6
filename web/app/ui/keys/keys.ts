/** What a handler of a key event may read. `keysOf` returns the keys. A test refuses other handlers (handlers.test.ts). */
export interface KeyPress<Target extends EventTarget | null = EventTarget | null> {
  currentTarget: Target;
  target: EventTarget | null;
  /** Whether the key is held down. iOS does not tell. */
  repeat?: boolean;
  defaultPrevented: boolean;
  timeStamp: number;
  preventDefault: () => void;
}

/** What `keysOf` reads of a key event. */
type NativeKeyEvent = Pick<
  KeyboardEvent,
  'key' | 'code' | 'keyCode' | 'isComposing' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'getModifierState'
>;

/** `keyCode` of keys that an input method handles (UI Events, section "keyCode for composition"). */
const inputMethodKeyCode = 229;

/**
 * Whether the event belongs to a composition of an input method, such as one for Japanese. Safari sends the key that ends a composition after `compositionend`, when
 * only its `keyCode` shows that. Android does the same with all keys that its keyboard handles.
 */
export function isComposing(event: object): boolean {
  const { isComposing, keyCode } = nativeOf(event) as Partial<NativeKeyEvent>;
  return isComposing === true || keyCode === inputMethodKeyCode;
}

/** Keeps a dialog or popover open when Escape cancels a composition: Safari sends the key after the composition. */
export function keepOpen(event: KeyboardEvent): void {
  const { target, key } = event;
  if (key === 'Escape' && isComposing(event) && target instanceof Element && target.closest(':modal, :popover-open'))
    event.preventDefault();
}

/** Returns the event of the browser for an event of React. */
const nativeOf = (event: object): object => (event as { nativeEvent?: object }).nativeEvent ?? event;

/**
 * Returns the keys of a key event: a name or character, after its modifiers in the order `Mod`, `Ctrl`, `Meta`, `Alt`, `AltGraph`, `Shift`. `Mod` is Command on
 * devices of Apple and Ctrl elsewhere. For example `Enter`, `Shift+Tab`, `j`, `?`, `Mod+k`. Empty during a composition and for events without a key, which
 * browsers and password managers send when they fill in a field, so that it equals no shortcut.
 */
export function keysOf(event: KeyPress): string {
  const native = nativeOf(event) as unknown as NativeKeyEvent;
  if (isComposing(event) || native.key === undefined) return '';
  const key = keyOf(native);
  const isCharacter = key.length === 1;
  const isSymbol = isCharacter && !/[a-z]/.test(key);
  // AltGr is a part of what types a symbol, and Ctrl and Alt stand for it on Windows.
  const usesAltGraph = isCharacter && native.getModifierState('AltGraph');
  const [mod, other, otherName] = isApple()
    ? ([native.metaKey, native.ctrlKey, 'Ctrl'] as const)
    : ([native.ctrlKey, native.metaKey, 'Meta'] as const);
  const modifiers =
    usesAltGraph && isSymbol
      ? []
      : [
          mod && 'Mod',
          other && otherName,
          native.altKey && 'Alt',
          usesAltGraph && 'AltGraph',
          native.shiftKey && !isSymbol && 'Shift', // some layouts need Shift for `/`
        ];
  return [...modifiers.filter(Boolean), key].join('+');
}

/**
 * Returns the key without its modifiers: letters in lower case, whatever Caps Lock says. Layouts without Latin letters have the shortcuts where the US layout has
 * them; on those with Latin letters the letter counts, not its place (AZERTY, Dvorak).
 */
function keyOf({ key: typed, code, shiftKey }: NativeKeyEvent): string {
  const key = typed.normalize('NFKC'); // a full-width character is the character
  if (key === 'İ') return 'i'; // Turkish, with Caps Lock
  if (/^[ -~]$/.test(key)) return key.toLowerCase();
  if (/^[ -~]/.test(key) || (/^\p{Script=Latin}/u.test(key) && key !== 'ı')) return key; // names such as `Enter` and `Dead`; é, ł
  if (code === 'Slash') return shiftKey ? '?' : '/';
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? key;
}

/** Whether the device is from Apple. Decides for each event, because developer tools can change it. */
export function isApple(): boolean {
  const { platform, userAgentData } = navigator as Navigator & { userAgentData?: { platform: string } };
  return /Mac|iPhone|iPad|macOS/.test(`${platform} ${userAgentData?.platform}`);
}
