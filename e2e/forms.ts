import type { Locator, Page } from '@playwright/test';

/** The control with this label; required fields have a star after it. */
export const field = (page: Page, label: string): Locator => page.getByLabel(new RegExp(`^${label}( \\*)?$`));

/** The tokens of the list with this label. */
export const tokens = (page: Page, label: string): Locator => page.getByRole('list', { name: `${label}, chosen` }).getByRole('listitem');

/** Fills controls by label: text fields with text, a select with an option's label, a checkbox with a boolean. */
export async function fill(page: Page, values: Record<string, string | boolean>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const control = field(page, label);
    if (typeof value === 'boolean') await control.setChecked(value);
    else if ((await control.evaluate((element) => element.tagName)) === 'SELECT') await control.selectOption({ label: value });
    else await control.fill(value);
  }
}

/**
 * Presses a key that an input method uses, such as Enter to confirm a composition: during the composition, and as Safari does after it. @returns whether the page left
 * both to the input method.
 */
export const confirmComposition = (control: Locator, key = 'Enter'): Promise<boolean> =>
  control.evaluate(
    (element, key) =>
      [{ isComposing: true }, { isComposing: false, keyCode: 229 }]
        .map((event) => element.dispatchEvent(new KeyboardEvent('keydown', { key, ...event, bubbles: true, cancelable: true })))
        .every(Boolean),
    key,
  );

/** Logs out once the page has loaded all data: a request that the server answers after the logout would be a 401. */
export async function logOut(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Logout' }).click();
}

export const submit = (page: Page): Promise<void> => page.getByRole('button', { name: 'Submit' }).click();
