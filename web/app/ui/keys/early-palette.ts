declare global {
  /** Returns whether the keys of the command palette have been pressed, and stops listening. */
  var takeEarlyPalette: (() => boolean) | undefined;
}

/** Remembers Ctrl+K, or ⌘K on devices of Apple, until the code of the shortcuts has loaded. Its source is in the page, so it uses nothing else of the module. */
export function keepEarlyPalette(): void {
  let isPressed = false;
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, code, altKey, shiftKey, metaKey, ctrlKey } = event;
    const mod = /^(Mac|iP)/.test(navigator.platform) ? metaKey && !ctrlKey : ctrlKey && !metaKey;
    if (!mod || altKey || shiftKey || (key.toLowerCase() !== 'k' && (code !== 'KeyK' || /^[a-z]$/i.test(key)))) return;
    event.preventDefault();
    isPressed = true;
  };
  addEventListener('keydown', onKeyDown);
  globalThis.takeEarlyPalette = () => {
    removeEventListener('keydown', onKeyDown);
    return isPressed;
  };
}
