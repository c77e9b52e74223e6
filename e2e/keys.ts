import type { Page } from '@playwright/test';

/** A key event of another keyboard: the typed key, the place of the key on a US keyboard, and its modifiers. */
interface Press {
  key: string;
  code?: string;
  modifiers?: string;
}

/** Dispatches the event on the focused element. @returns whether the page used the key. */
export const dispatchKey = (page: Page, { key, code = '', modifiers = '' }: Press): Promise<boolean> =>
  page.evaluate(
    ({ key, code, modifiers }) => {
      const has = (name: string) => modifiers.split('+').includes(name);
      const [ctrlKey, metaKey, altKey, shiftKey] = ['Control', 'Meta', 'Alt', 'Shift'].map(has);
      const options = { key, code, ctrlKey, metaKey, altKey, shiftKey, modifierAltGraph: has('AltGraph'), repeat: has('Repeat') };
      return !(document.activeElement as Element).dispatchEvent(
        new KeyboardEvent('keydown', { ...options, bubbles: true, cancelable: true }),
      );
    },
    { key, code, modifiers },
  );

/** Makes the pages that open next those of a Mac. */
export const useMac = (page: Page): Promise<unknown> =>
  page.addInitScript(() => Object.defineProperty(navigator, 'platform', { value: 'MacIntel' }));

/** Composes text with an input method in the focused field, as Chromium does, and confirms it with Enter. */
export async function compose(page: Page, ...steps: string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (const text of steps) await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 };
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key });
  await session.send('Input.insertText', { text: steps.at(-1) ?? '' });
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
  await session.detach();
}
