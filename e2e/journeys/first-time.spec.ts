import type { Locator, Page } from '@playwright/test';
import { card, unique } from '../feed.ts';
import { field } from '../forms.ts';
import { newEmail, password } from '../members.ts';
import { alert, expect, test } from '../test.ts';

/** Maximum number of elements to pass on the way to another. */
const maxPresses = 60;

/** A person without a mouse. Counts the activations, which would be clicks with one. */
class KeyboardUser {
  activations = 0;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Moves the focus to an element with Tab, or backwards to one that precedes the content. */
  async moveTo(wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await wanted.waitFor();
    for (let presses = 0; presses < maxPresses; presses++) {
      if (await wanted.evaluate((element) => element === document.activeElement)) return;
      await this.page.keyboard.press(key);
    }
    throw new Error(`Pressing ${key} ${maxPresses} times did not focus ${wanted}`);
  }

  async activate(wanted: Locator, key?: 'Tab' | 'Shift+Tab'): Promise<void> {
    await this.moveTo(wanted, key);
    await this.page.keyboard.press('Enter');
    this.activations++;
  }

  async type(label: string, text: string): Promise<void> {
    await this.moveTo(field(this.page, label));
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.type(text);
  }

  /** Follows a link of the bar. */
  async goTo(label: string): Promise<void> {
    await expect(this.page.getByRole('main')).toBeFocused();
    await this.activate(this.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: label, exact: true }), 'Shift+Tab');
  }
}

test('leads a new member with only a keyboard to a profile, a post, a colleague, a comment, an edit and an undo', async ({
  page,
  members,
}) => {
  const user = new KeyboardUser(page);
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await page.goto('/dev');
  await user.activate(page.getByRole('main').getByRole('link', { name: 'Sign Up' }));
  await user.type('Name', 'Keyboard Kate');
  await user.type('Email Address', newEmail());
  await user.type('Password', password);
  await user.type('Confirm Password', password);
  await user.activate(button('Register'));

  await user.type('Skills', 'COBOL,Compilers,');
  await user.moveTo(field(page, 'Professional Status'));
  await page.keyboard.type('Dev');
  await user.type('Location', 'Arlington');
  await user.activate(button('Continue'));
  await expect(page.getByRole('heading', { name: 'Your picture' })).toBeFocused();
  await user.activate(button('Skip'));
  await expect(page.getByRole('heading', { name: 'Your first post' })).toBeFocused();
  const skill = `Skill ${crypto.randomUUID().slice(0, 8)}`;
  const text = unique('Which parser do you use?');
  const colleague = await members.signUp('Charles Brandt', { skills: skill });
  await colleague.call('POST', '/api/posts', { text });
  await user.activate(button('Post and go to the feed'));
  await expect(card(page, "I'm Keyboard Kate from Arlington").first()).toBeVisible();

  await user.goTo('Developers');
  await user.activate(card(page, skill).getByRole('link', { name: 'View Profile' }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Charles Brandt');

  await user.goTo('Posts');
  await expect(page).toHaveURL('/dev/posts');
  await user.activate(card(page, text).getByRole('link', { name: /Discussion/ }));
  await user.type('Leave a Comment', 'A recursive descent parser');
  await user.activate(button('Submit'));
  await expect(card(page, 'A recursive descent parser')).toBeVisible();

  await page.keyboard.press('Escape');
  await page.getByRole('main').focus();
  await user.goTo('Dashboard');
  await user.activate(page.getByRole('link', { name: 'Show where you have worked' }));
  await user.type('Job Title', 'Programmer');
  await user.type('Company', 'US Navy');
  await user.moveTo(field(page, 'From Date'));
  await page.keyboard.type('01022001');
  await user.activate(button('Submit'));
  await expect(alert(page, 'Experience Added', 'success')).toBeVisible();
  await user.activate(page.getByRole('link', { name: 'Edit', exact: true }));
  await user.type('Job Title', 'Admiral');
  await user.activate(button('Submit'));
  await expect(page).toHaveURL('/dev/dashboard');
  await expect(page.getByRole('cell', { name: 'Admiral' })).toBeVisible();

  await user.activate(page.getByRole('button', { name: 'Delete', exact: true }));
  await expect(alert(page, 'Experience Removed', 'success')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Admiral' })).toHaveCount(0);
  await user.activate(alert(page, 'Experience Removed', 'success').getByRole('button', { name: 'Undo' }));
  await expect(page.getByRole('cell', { name: 'Admiral' })).toBeVisible();
  expect(user.activations).toBeLessThanOrEqual(17);
});
