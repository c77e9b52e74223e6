/**
 * Measures the pages in Chromium as on a slow phone: processor slowed down four times, 1.6 Mbit/s downstream, 150 ms latency.
 *
 *     node bench/pages/bench.ts [rounds]
 *
 * The database holds 500 members and 1,000 posts of the demo generator. Prints median and worst time in milliseconds.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { browserArguments, browserPath } from '../../e2e/site/chromium.ts';
import { makeCommunity } from '../../server/src/demo/community.ts';
import { insertCommunity } from '../../server/src/demo/insert-community.ts';
import { openDb } from '../../server/src/platform/db/open.ts';
import { buildPages } from '../../tools/build-pages.ts';
import { startSite } from '../http/processes.ts';
import { scrollFrameTimes, timeUntilShown } from './in-page.ts';

const rounds = Number(process.argv[2] ?? 5);
const cpuSlowdown = 4;
/** Lighthouse's "slow 4G": throughput in bytes per second, latency in milliseconds. */
const slow4g = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 };

buildPages();
const dataDir = mkdtempSync(join(tmpdir(), 'dev-connector-pages-'));
const db = await openDb({ dataDir });
await insertCommunity(db, makeCommunity({ members: 500, posts: 1000, seed: 1 }));
await db.close();
const site = await startSite({ DATA_DIR: dataDir });
const address = `http://localhost:${site.port}`;
const browser = await chromium.launch({ executablePath: await browserPath(), args: browserArguments });

try {
  const token = await signIn();
  table('Cold visits', 'until the main content is shown', await coldVisits(token));
  await actions(token);
  await scrolling(token);
} finally {
  await browser.close();
  await site.stop();
  rmSync(dataDir, { recursive: true });
}

async function signIn(): Promise<string> {
  const reply = await fetch(`${address}/api/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'demo@example.com', password: 'demo-password' }),
  });
  return ((await reply.json()) as { token: string }).token;
}

/** Opens a page in a new browser context; with a token, signed in. */
async function openPage(token?: string, slow = true): Promise<{ page: Page; session: CDPSession }> {
  const context = await browser.newContext({
    baseURL: address,
    viewport: { width: 390, height: 844 },
    ...(token && { storageState: { cookies: [], origins: [{ origin: address, localStorage: [{ name: 'token', value: token }] }] } }),
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  if (slow) {
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', slow4g);
  }
  return { page, session };
}

async function coldVisits(token: string): Promise<Record<string, number[]>> {
  const screens: Array<{ name: string; path: string; ready: string; token?: string }> = [
    { name: 'résumé', path: '/', ready: 'main' },
    { name: 'landing', path: '/dev', ready: 'h1' },
    { name: 'developers', path: '/dev/profiles', ready: 'article' },
    { name: 'feed, until the like button works', path: '/dev/posts', ready: 'article [data-action=like]', token },
  ];
  const times: Record<string, number[]> = Object.fromEntries(screens.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const { name, path, ready, token: memberToken } of screens) {
      const { page } = await openPage(memberToken);
      const began = performance.now();
      await page.goto(path, { waitUntil: 'commit' });
      await page.locator(ready).first().waitFor({ timeout: 60_000 });
      times[name]?.push(performance.now() - began);
      await page.context().close();
    }
  return times;
}

/** Measures the time from a click to the frame that shows its optimistic result. */
async function actions(token: string): Promise<void> {
  const { page } = await openPage(token);
  await page.goto('/dev/posts');
  const like = page.locator('main article [data-action=like]').first();
  await like.waitFor();
  const likes: number[] = [];
  for (let round = 0; round < rounds * 2; round++) {
    const next = (await like.getAttribute('title')) === 'Like' ? 'Unlike' : 'Like';
    likes.push(await timeUntilShown(page, 'main article [data-action=like]', 'main article'));
    await page.locator(`main article:first-of-type [title=${next}]`).first().waitFor();
  }
  await page
    .getByRole('link', { name: /Discussion/ })
    .first()
    .click();
  await page.getByLabel('Leave a Comment').waitFor();
  const comments: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await page.getByLabel('Leave a Comment').fill(`A comment, number ${round}`);
    comments.push(await timeUntilShown(page, 'form button[type=submit]', 'section[aria-labelledby=comments]'));
    await page.waitForFunction(
      (text) => document.querySelector<HTMLTextAreaElement>('textarea')?.value !== text,
      `A comment, number ${round}`,
    );
  }
  await page.context().close();
  table('Interactions', 'from the click to the frame that shows the result', {
    like: likes,
    comment: comments,
  });
}

async function scrolling(token: string): Promise<void> {
  const { page, session } = await openPage(token, false);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await page.goto('/dev/posts/latest');
  const posts = page.locator('main article');
  await posts.first().waitFor();
  while ((await posts.count()) < 1000) {
    const before = await posts.count();
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await page.waitForFunction((known) => document.querySelectorAll('main article').length > known, before);
  }
  for (const rate of [1, cpuSlowdown]) {
    await session.send('Emulation.setCPUThrottlingRate', { rate });
    const frames = await scrollFrameTimes(page);
    const late = frames.filter((milliseconds) => milliseconds > 25).length;
    console.log(
      `\nScrolling ${await posts.count()} posts, processor ${rate === 1 ? 'not slowed down' : `slowed down ${rate} times`}: ${frames.length} frames, ${late} longer than 25 ms, the longest ${Math.max(...frames).toFixed(0)} ms`,
    );
  }
  await page.context().close();
}

function table(heading: string, unit: string, rows: Record<string, number[]>): void {
  console.log(`\n${heading}: milliseconds ${unit}\n\n| what | median | worst |\n|---|---|---|`);
  for (const [name, times] of Object.entries(rows)) {
    const sorted = times.toSorted((one, other) => one - other);
    console.log(`| ${name} | ${sorted[sorted.length >> 1]?.toFixed(0)} | ${sorted.at(-1)?.toFixed(0)} |`);
  }
}
