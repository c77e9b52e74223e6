import { createServer } from 'node:http';
import { type Browser, chromium, type Page } from '@playwright/test';
import { browserArguments, browserPath } from '../e2e/site/chromium.ts';
import { type Carrier, carriers } from './payload-community.ts';
import { links, payloadList } from './payload-list.ts';
import { Findings, type Proof, progress, withCleanup } from './proof.ts';
import { freshDatabase, startSite } from './site.ts';
import { setTrap, suspicious, type Trap } from './trap.ts';

/** No script of a user's ever runs: every field carries every payload, and a real browser visits every page that shows one. */
export const payloads: Proof = {
  promise: "no script of a user's ever runs",
  run: (size) =>
    withCleanup(async (afterwards) => {
      const findings = new Findings();
      const list = payloadList(size === 'long');
      const settings = await freshDatabase('sqlite', afterwards);
      const people = await carriers(settings, list);
      const host = await hostileCodeHost(list, afterwards);
      const site = await startSite({ ...settings, GITHUB_API_URL: host, RATE_LIMITS: 'off' });
      afterwards(() => site.kill());
      const browser = await chromium.launch({ executablePath: await browserPath(), args: browserArguments });
      afterwards(() => browser.close());
      await springs(browser, site.url, findings);

      const visits = new Map<string, number>();
      const visit = async ({ page, caught }: Trap, path: string, kind: string, act?: (page: Page) => Promise<unknown>) => {
        visits.set(kind, (visits.get(kind) ?? 0) + 1);
        await page.goto(path, { waitUntil: 'load' }).catch((error: Error) => caught.push(`${path}: ${error.message}`));
        await settled(page);
        await act?.(page);
        for (const what of await suspicious(page)) caught.push(`${path}: ${what}`);
      };

      const visitor = await setTrap(browser, site.url);
      await visit(visitor, '/dev/profiles', 'list of developers', (page) => loadAll(page));
      for (const [index, { id }] of people.entries()) {
        await visit(visitor, `/dev/profile/${id}`, 'profile');
        if (index % 50 === 0) progress(`${index} of ${people.length} profiles`);
      }
      const inAddresses = [...list, ...links].filter((_, index) => index % (size === 'long' ? 4 : 8) === 0);
      for (const payload of inAddresses) {
        const text = encodeURIComponent(payload);
        await visit(visitor, `/dev/profile/${text}`, 'address');
        await visit(visitor, `/dev/profiles?cursor=${text}#${text}`, 'address');
        await visit(visitor, `/dev/login?to=${text}`, 'address');
      }
      await visit(visitor, '/dev/formatter', 'formatter', (page) => format(page, list));
      const [reader] = people as [Carrier];
      const member = await setTrap(browser, site.url);
      await signInAs(member, reader);
      await visit(member, '/dev/posts', 'feed', (page) => loadAll(page));
      for (const [index, carrier] of people.entries()) {
        await signInAs(member, carrier);
        await visit(member, `/dev/posts/${carrier.post}`, 'post');
        for (const screen of ['dashboard', 'edit-profile', 'account']) await visit(member, `/dev/${screen}`, screen);
        if (index % 50 === 0) progress(`${index} of ${people.length} members' own pages`);
      }
      await close(visitor, findings);
      await close(member, findings);
      findings.figure(
        `${list.length} payloads and ${links.length} links, each in every field (name, status, company, website, location, skills, user name of the code host, bio, five networks, experience, education, post, comment, device, and the code host's repositories)`,
      );
      findings.figure(
        `${[...visits.values()].reduce((one, other) => one + other, 0)} page visits in Chromium (${[...visits].map(([kind, count]) => `${count} × ${kind}`).join(', ')}): ${findings.broken.length === 0 ? 'nothing ran, no dialog, no policy report, no request elsewhere, no harmful link' : 'see below'}`,
      );
      return findings;
    }),
};

/** From the next page on, the browser is this member's. */
const signInAs = ({ page }: Trap, { token }: Carrier) => page.evaluate((value) => localStorage.setItem('token', value), token);

/** The trap is no trap unless it catches what does run. */
async function springs(browser: Browser, site: string, findings: Findings): Promise<void> {
  const harmful = '<img src=x onerror=ran(1)><base href="https://evil.example/">';
  const { context, page, caught } = await setTrap(browser, site);
  // On a page of ours the policy stands before it, and that is told.
  await page.evaluate((mark) => document.body.insertAdjacentHTML('beforeend', mark), harmful);
  await expectCaught(caught, 'policy');
  await page.goto('about:blank');
  await page.setContent(harmful);
  await expectCaught(caught, 'a script ran (1)');
  findings.check((await suspicious(page)).length >= 2, 'The trap does not see harmful mark-up');
  await context.close();
}

async function expectCaught(caught: string[], what: string): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (!caught.some((line) => line.includes(what))) {
    if (performance.now() > deadline) throw new Error(`The trap does not catch it: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function close({ context, caught }: Trap, findings: Findings): Promise<void> {
  for (const line of caught) findings.check(false, line);
  await context.close();
}

/** Waits until React has taken the page over and nothing is being loaded any more. */
async function settled(page: Page): Promise<void> {
  await page
    .waitForFunction(
      () =>
        !document.querySelector('.loading-spinner') &&
        (!document.querySelector('script[type=module]') || Object.keys(document.body).some((key) => key.startsWith('__react'))),
    )
    .catch(() => {}); // a page that never settles is judged as it stands
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

/** Each payload as a text to format: as JSON, and as what is no JSON and is shown in the report of what is wrong. */
async function format(page: Page, list: string[]): Promise<void> {
  for (const text of [JSON.stringify(Object.fromEntries(list.map((payload) => [payload, payload]))), list.join('\n'), `{"a": ${list[0]}`]) {
    await page.getByLabel('JSON', { exact: true }).fill(text);
    await page.getByRole('button', { name: 'Format', exact: true }).click();
    await page.waitForFunction(() => /Invalid JSON|Only white space changed/.test(document.body.textContent ?? ''));
  }
}

/** A code host that has been taken over: names, descriptions and addresses of its repositories are payloads. */
function hostileCodeHost(list: string[], afterwards: (undo: () => unknown) => void): Promise<string> {
  let next = 0;
  const server = createServer((_request, response) => {
    const repositories = Array.from({ length: 5 }, (_, index) => ({
      name: list[next++ % list.length],
      html_url: index === 0 ? 'https://github.com/a/b' : links[next % links.length],
      description: list[next++ % list.length],
      stargazers_count: 1,
      watchers_count: 1,
      forks_count: 1,
    }));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(repositories));
  });
  afterwards(() => {
    server.closeAllConnections();
    server.close();
  });
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as { port: number }).port}`)),
  );
}
