import type { Locator, Page } from '@playwright/test';

/** Makes a text unique, because all tests share one feed. */
export const unique = (text: string): string => `${text} ${crypto.randomUUID()}`;

/** A tag that no other test uses. */
export const newTag = (): string => `t${crypto.randomUUID().slice(0, 8)}`;

/** The post or comment with this text. */
export const card = (page: Page, text: string): Locator => page.getByRole('article').filter({ hasText: text });

/** Fills in the text field and submits the form. */
export async function write(page: Page, label: 'Say Something...' | 'Leave a Comment', text: string): Promise<void> {
  await page.getByLabel(label).fill(text);
  await page.getByRole('button', { name: 'Submit' }).click();
}
