import type { Page } from '@playwright/test';

/** Fills the controls that have these labels: text fields with text, a select by its option's label, a check box with true or false. */
export async function fill(page: Page, values: Record<string, string | boolean>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const control = page.getByLabel(new RegExp(`^${label}( \\*)?$`));
    if (typeof value === 'boolean') await control.setChecked(value);
    else if ((await control.evaluate((element) => element.tagName)) === 'SELECT') await control.selectOption({ label: value });
    else await control.fill(value);
  }
}

export const submit = (page: Page): Promise<void> => page.getByRole('button', { name: 'Submit' }).click();
