/** Moves the focus to the main content, for when the focused element is removed. */
export const focusMain = (): void => document.getElementById('main')?.focus({ preventScroll: true });
