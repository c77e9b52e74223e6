import { expect, test } from '@playwright/test';
import type { EngineBrowser, EnginePage } from './engines/page.ts';
import { Members } from './members.ts';
import type { Processes } from './site/processes.ts';

const bell = (page: EnginePage) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Notifications' }).allTextContents();
const newComment = (page: EnginePage) => page.getByRole('button', { name: '1 new comment' });

async function signInOn(page: EnginePage, token: string): Promise<void> {
  await page.goto('/'); // a page of the site that does not leave for another
  await page.evaluate((token) => localStorage.setItem('token', token), token);
}

/** Opens a tab with empty storage. */
type OpenTab = EngineBrowser['newTab'];

/** Two members talk to each other in two browsers, on the first and the last process of a site. Then one ends the session of the other browser. */
export async function visitWithTwoBrowsers({ urls, countStreams }: Processes, openOwn: OpenTab, openOther: OpenTab): Promise<void> {
  const [first, last] = [urls.at(0), urls.at(-1)] as [string, string];
  const nobody = () => Promise.resolve(undefined as never);
  const [onFirst, onLast] = [new Members(first, nobody), new Members(last, nobody)];
  const [ada, charles] = [await onFirst.signUp('Ada Lowenthal'), await onLast.signUp('Charles Brandt')];
  const { _id: post } = await ada.call('POST', '/api/posts', { text: 'Which compiler?' });
  await ada.call('POST', `/api/posts/comment/${post}`, { text: 'One that compiles.' }); // a comment on an empty list would appear without a button
  const [own, other] = [await openOwn(first), await openOther(last)];
  for (const [{ page }, { token }] of [
    [own, ada],
    [other, charles],
  ] as const) {
    await signInOn(page, token);
    await page.goto(`/dev/posts/${post}`);
    await page.evaluate(() => void Object.assign(globalThis, { isSamePage: true }));
  }
  await expect.poll(countStreams).toEqual(urls.length > 1 ? [1, 1] : [2]);

  await test.step('a comment and a reply to it appear without a reload, and are counted', async () => {
    await other.page.getByLabel('Leave a Comment').fill('The old one');
    await other.page.getByRole('button', { name: 'Submit' }).click();
    await newComment(own.page).click();
    const comment = own.page.getByRole('article', { name: /^Comment/ }).filter({ hasText: 'The old one' });
    await comment.waitFor();
    await expect.poll(() => bell(own.page)).toEqual([expect.stringMatching(/1 unread$/)]);
    await expect.poll(() => own.page.title()).toMatch(/^\(1\) /);

    await comment.getByRole('button', { name: 'Reply', exact: true }).click();
    await own.page.getByLabel('Reply to Charles Brandt').fill('Why not a newer one?');
    await own.page.getByLabel('Reply to Charles Brandt').press('Control+Enter');
    await newComment(other.page).click();
    await other.page
      .getByRole('article', { name: /^Reply/ })
      .filter({ hasText: 'Why not' })
      .waitFor();
    await expect.poll(() => bell(other.page)).toEqual([expect.stringMatching(/1 unread$/)]);
    for (const { page } of [own, other]) expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
  });

  await test.step('a session that the other browser ends is over in this one', async () => {
    const { token } = await onLast.signIn(ada.email);
    await signInOn(other.page, token);
    await other.page.goto('/dev/account');
    await other.page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await own.page.getByRole('log', { name: 'Session' }).getByText('You have been signed out').waitFor();
    await expect.poll(async () => new URL(await own.page.url(), first).pathname).toBe('/dev/login');
    await expect.poll(countStreams).toEqual(urls.length > 1 ? [0, 1] : [1]);
  });

  // A page reads a changed post up to two and a half seconds later, when its session may have ended.
  const isOfEndedSession = (error: string) => /status of 401/.test(error);
  expect(
    (await own.takeErrors()).filter((error) => !isOfEndedSession(error)),
    'errors in the pages',
  ).toEqual([]);
  expect(await other.takeErrors(), 'errors in the pages').toEqual([]);
  for (const tab of [own, other]) await tab.close();
}
