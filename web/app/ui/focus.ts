/** Puts the keyboard's place at the start of the screen: for when what held it is gone. */
export const focusMain = (): void => document.getElementById('main')?.focus({ preventScroll: true });
