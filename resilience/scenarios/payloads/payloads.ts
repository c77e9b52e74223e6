import { createServer } from 'node:http';
import { type Browser, chromium, type Page } from '@playwright/test';
import { browserArguments, browserPath } from '../../../e2e/site/chromium.ts';
import { progress, Report, type Scenario, withCleanup } from '../../scenario.ts';
import { createDatabase, startSite } from '../../site.ts';
import { links, payloadList } from './payload-list.ts';
import { createPayloadMembers, type PayloadMember } from './payload-members.ts';
import { findHarmfulMarkup, type RecordedPage, recordViolations } from './violation-recorder.ts';

/** Puts every payload in every field and visits every page that shows one in a real browser. */
export const payloads: Scenario = {
  promise: "no user's script runs",
  run: (size) =>
    withCleanup(async (cleanup) => {
      const report = new Report();
      const list = payloadList(size === 'long');
      const settings = await createDatabase('sqlite', cleanup);
      const people = await createPayloadMembers(settings, list);
      const host = await hostileCodeHost(list, cleanup);
      const site = await startSite({ ...settings, GITHUB_API_URL: host, RATE_LIMITS: 'off' });
      cleanup(() => site.kill());
      const browser = await chromium.launch({ executablePath: await browserPath(), args: browserArguments });
      cleanup(() => browser.close());
      await testTrap(browser, site.url, report);

      const visits = new Map<string, number>();
      const visit = async ({ page, caught }: RecordedPage, path: string, kind: string, act?: (page: Page) => Promise<unknown>) => {
        visits.set(kind, (visits.get(kind) ?? 0) + 1);
        await page.goto(path, { waitUntil: 'load' }).catch((error: Error) => caught.push(`${path}: ${error.message}`));
        await settled(page);
        await act?.(page);
        for (const what of await findHarmfulMarkup(page)) caught.push(`${path}: ${what}`);
      };

      const visitor = await recordViolations(browser, site.url);
      await visit(visitor, '/dev/profiles', 'list of developers', (page) => loadAll(page));
      for (const [index, { id }] of people.entries()) {
        await visit(visitor, `/dev/profile/${id}`, 'profile');
        if (index % 50 === 0) progress(`${index} of ${people.length} profiles`);
      }
      const inAddresses = [...list, ...links].filter((_, index) => index % (size === 'long' ? 4 : 12) === 0);
      for (const payload of inAddresses) {
        const text = encodeURIComponent(payload);
        await visit(visitor, `/dev/profile/${text}`, 'address');
        await visit(visitor, `/dev/profiles?cursor=${text}#${text}`, 'address');
        await visit(visitor, `/dev/login?to=${text}`, 'address');
      }
      await visit(visitor, '/dev/formatter', 'formatter', (page) => format(page, list));
      const [reader] = people as [PayloadMember];
      const member = await recordViolations(browser, site.url);
      await signInAs(member, reader);
      await visit(member, '/dev/posts', 'feed', (page) => loadAll(page));
      for (const [index, payloadMember] of people.entries()) {
        await signInAs(member, payloadMember);
        await visit(member, `/dev/posts/${payloadMember.post}`, 'post');
        if (size === 'long' || index % 3 === 0)
          for (const screen of ['dashboard', 'edit-profile', 'account']) await visit(member, `/dev/${screen}`, screen);
        if (index % 50 === 0) progress(`${index} of ${people.length} members' own pages`);
      }
      await close(visitor, report);
      await close(member, report);
      report.figure(
        `${list.length} payloads and ${links.length} links, each in every field (name, status, company, website, location, skills, code host user name, bio, five networks, experience, education, post, comment, device, repositories)`,
      );
      report.figure(
        `${[...visits.values()].reduce((one, other) => one + other, 0)} page visits in Chromium (${[...visits].map(([kind, count]) => `${count} × ${kind}`).join(', ')}): ${report.failures.length === 0 ? 'no script ran, no dialog, no policy report, no request to another host, no harmful link' : 'see below'}`,
      );
      return report;
    }),
};

/** Signs the browser in as this member, from the next page on. */
const signInAs = ({ page }: RecordedPage, { token }: PayloadMember) =>
  page.evaluate((value) => localStorage.setItem('token', value), token);

/** Checks that the recorder catches a script that does run. */
async function testTrap(browser: Browser, site: string, report: Report): Promise<void> {
  const harmful = '<img src=x onerror=ran(1)><base href="https://evil.example/">';
  const { context, page, caught } = await recordViolations(browser, site);
  // The site's policy refuses the HTML and reports it.
  await page.evaluate((mark) => document.body.insertAdjacentHTML('beforeend', mark), harmful).catch(() => {});
  await expectCaught(caught, 'policy');
  await page.goto('about:blank');
  await page.setContent(harmful);
  await expectCaught(caught, 'a script ran (1)');
  report.check((await findHarmfulMarkup(page)).length >= 2, 'The recorder does not see harmful markup');
  await context.close();
}

async function expectCaught(caught: string[], text: string): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (!caught.some((line) => line.includes(text))) {
    if (performance.now() > deadline) throw new Error(`The recorder does not catch: ${text}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function close({ context, caught }: RecordedPage, report: Report): Promise<void> {
  for (const line of caught) report.check(false, line);
  await context.close();
}

/** Waits until React has hydrated the page and loading has ended. */
async function settled(page: Page): Promise<void> {
  await page
    .waitForFunction(
      () =>
        !document.querySelector('.spinner, .skeleton') &&
        (!document.querySelector('script[type=module]') || Object.keys(document.body).some((key) => key.startsWith('__react'))),
    )
    .catch(() => {}); // a page that never settles is checked anyway
}

async function loadAll(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: /more/i });
  for (let rows = 0; (await more.count()) > 0 && (await more.first().isEnabled()); ) {
    await more.first().click();
    const before = rows;
    await page.waitForFunction((known) => document.querySelectorAll('article').length > known, rows).catch(() => {});
    rows = await page.getByRole('article').count();
    if (rows === before) break;
  }
}

/** Formats the payloads as valid JSON, and as invalid JSON, which the error message quotes. */
async function format(page: Page, list: string[]): Promise<void> {
  for (const text of [JSON.stringify(Object.fromEntries(list.map((payload) => [payload, payload]))), list.join('\n'), `{"a": ${list[0]}`]) {
    await page.getByLabel('JSON', { exact: true }).fill(text);
    await page.getByRole('button', { name: 'Format', exact: true }).click();
    await page.waitForFunction(() => /Invalid JSON|Only white space changed/.test(document.body.textContent ?? ''));
  }
}

/** A compromised code host: names, descriptions and URLs of repositories are payloads. */
function hostileCodeHost(list: string[], cleanup: (task: () => unknown) => void): Promise<string> {
  let next = 0;
  const server = createServer((_request, response) => {
    const repositories = Array.from({ length: 5 }, (_, index) => ({
      id: index,
      name: list[next++ % list.length],
      html_url: index === 0 ? 'https://github.com/a/b' : links[next % links.length],
      description: list[next++ % list.length],
      stargazers_count: 1,
      watchers_count: 1,
      forks_count: 1,
    }));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(repositories));
  });
  cleanup(() => {
    server.closeAllConnections();
    server.close();
  });
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as { port: number }).port}`)),
  );
}
