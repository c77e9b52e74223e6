import type { Locator, Page } from '@playwright/test';

/** A text of one test alone: the feed is everyone's. */
export const unique = (text: string): string => `${text} ${crypto.randomUUID()}`;

/** The post, or the comment, with this text. */
export const card = (page: Page, text: string): Locator => page.getByRole('article').filter({ hasText: text });

/** Types a text into the form and sends it. */
export async function write(page: Page, label: 'Say Something...' | 'Leave a Comment', text: string): Promise<void> {
  await page.getByLabel(label).fill(text);
  await page.getByRole('button', { name: 'Submit' }).click();
}
