import { expect, type Page } from '@playwright/test';

/** Locators of the screen's parts. */
export const input = (page: Page) => page.getByLabel('JSON', { exact: true });
export const output = (page: Page) => page.getByLabel('Formatted', { exact: true });
export const viewer = (page: Page) => page.getByRole('tree');
export const row = (page: Page, number: number) => page.locator(`[data-row="${number}"]`);
export const formatButton = (page: Page) => page.getByRole('button', { name: 'Format', exact: true });

export const invalid = 'Invalid JSON. Please enter a valid JSON to format.';
export const verified = 'Only white space changed';

export async function format(page: Page, text: string): Promise<void> {
  await input(page).fill(text);
  await formatButton(page).click();
}

/** Dispatches a paste event, because a script cannot write to the clipboard of a page. */
export async function paste(page: Page, text: string): Promise<void> {
  await input(page).evaluate((area, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

export async function openFile(page: Page, name: string, content: string | Buffer): Promise<void> {
  await page.getByLabel('JSON file').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) });
}

/** Goes to a line of the complete output: while the formatter runs, the field accepts only lines that exist already. */
export async function goToLine(page: Page, line: number): Promise<void> {
  await expect(page.getByText(verified)).toBeVisible();
  await page.getByLabel('Line', { exact: true }).fill(String(line));
  await page.getByRole('button', { name: 'Go', exact: true }).click();
}

/** Returns the caret position of the input. */
export const caret = (page: Page): Promise<number> => input(page).evaluate((area: HTMLTextAreaElement) => area.selectionStart);

/** Creates many small records, by default more than the text area accepts. */
export const records = (count = 4000) =>
  Array.from({ length: count }, (_, id) => ({ id, name: `Näme ${id}`, tags: ['a', 'b'], deep: { half: id / 2, nothing: null } }));
