import { expect, test } from './test.ts';

test('shows the invisible characters that emoji and letters need without marks, and others as marks', async ({ page, signUp }) => {
  // A family, an astronaut with a skin tone, Chakma letters with a joiner, and a Chinese character with a variant.
  const needed = '\u{1f469}\u200d\u{1f469}\u200d\u{1f467} \u{1f469}\u{1f3fb}\u200d\u{1f680} \u{11131}\u200d\u{11131} \u{20bb7}\u{e0100}';
  await signUp(`${needed} a\u200db`, {});
  await page.goto('/dev/profiles');
  const name = page.getByRole('listitem').filter({ hasText: needed }).first().locator('h2');
  await expect.poll(() => name.allTextContents()).toEqual([`${needed} aZWJb`]);
});
