/**
 * Measures /dev/formatter in Chromium: pastes a text or chooses a file and waits until the page shows the result. Compares it, interleaved
 * in the same page, with JSON.parse and JSON.stringify to bytes, as most online formatters work.
 *
 *     node bench/json/browser.ts [pasted | files] [rounds]
 */
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { browserArguments, browserPath } from '../../e2e/site/chromium.ts';
import { buildApp } from '../../server/src/app.ts';
import { builtPages } from '../../server/src/features/pages/pages.ts';
import { openDb } from '../../server/src/platform/db/open.ts';
import { readSettings } from '../../server/src/platform/settings.ts';
import { buildPages } from '../../tools/build-pages.ts';
import { geometricMean } from './measure.ts';
import { makeShapes } from './shapes.ts';
import { longestTask } from './tasks.ts';

const [part = 'both', rounds = '5'] = process.argv.slice(2);

interface Run {
  /** Milliseconds until the first row is shown, until the viewer has all bytes, and until the page reports the result. */
  first: number;
  bytes: number;
  complete: number;
  /** Longest time, in milliseconds, between two timers of the page. */
  gap: number;
}

declare global {
  interface Window {
    /** The text to paste. */
    text: string;
    begin(): void;
    outcome(): Promise<Run>;
  }
}

/** Runs in the page: after `begin`, records when rows and the result are shown and the longest gap between timers. */
function instrument(): void {
  let run: Run & { began: number };
  let done: PromiseWithResolvers<Run>;
  let last = 0;
  const tick = () => {
    const now = performance.now();
    run.gap = Math.max(run.gap, now - last);
    last = now;
    if (run.complete === 0) setTimeout(tick);
  };
  const { Worker } = window;
  window.Worker = class extends Worker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      this.addEventListener('message', ({ data }) => {
        if (data.type === 'formatted') run.bytes = performance.now() - run.began;
      });
    }
  };
  window.begin = () => {
    last = performance.now();
    run = { first: 0, bytes: 0, complete: 0, gap: 0, began: last };
    done = Promise.withResolvers();
    const observer = new MutationObserver(() => {
      const elapsed = performance.now() - run.began;
      if (run.first === 0 && document.querySelector('[data-row="0"]')?.textContent) run.first = elapsed;
      if (document.body.textContent?.includes('Formatted in') && run.first > 0) {
        run.complete = elapsed;
        observer.disconnect();
        done.resolve(run);
      }
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    setTimeout(tick);
  };
  window.outcome = () => done.promise;
}

async function open(browser: Browser, address: string): Promise<Page> {
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  await page.addInitScript(instrument);
  await page.goto(`${address}/dev/formatter?indent=2`);
  await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')));
  await page.waitForLoadState('networkidle');
  return page;
}

const clear = (page: Page): Promise<void> => page.getByRole('button', { name: 'Remove' }).click();

/** Dispatches the paste event that the browser would. */
async function paste(page: Page): Promise<Run> {
  const run = await page.evaluate(async () => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', window.text);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    const area = document.querySelector('textarea');
    await new Promise((resolve) => setTimeout(resolve, 50));
    window.begin();
    area?.dispatchEvent(event);
    return window.outcome();
  });
  await clear(page);
  return run;
}

const nativePaste = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const began = performance.now();
    const bytes = new TextEncoder().encode(JSON.stringify(JSON.parse(window.text), null, 2));
    return bytes.length > 0 ? performance.now() - began : 0;
  });

async function chooseFile(page: Page, file: string): Promise<Run> {
  const chooser = page.locator('input[type=file]').first();
  await page.evaluate(() => document.addEventListener('change', () => window.begin(), { capture: true, once: true }));
  await chooser.setInputFiles(file);
  await page.getByText('Formatted in').waitFor();
  return page.evaluate(() => window.outcome());
}

const nativeFile = async (page: Page, file: string): Promise<number> => {
  await page.evaluate(() => {
    const chooser = document.createElement('input');
    chooser.type = 'file';
    chooser.id = 'native';
    document.body.append(chooser);
  });
  await page.locator('#native').setInputFiles(file);
  return page.evaluate(async () => {
    const chooser = document.querySelector<HTMLInputElement>('#native');
    const [file] = chooser?.files ?? [];
    if (!file) return 0;
    const began = performance.now();
    const blob = new Blob([JSON.stringify(JSON.parse(await file.text()), null, 2)]);
    const elapsed = performance.now() - began;
    chooser?.remove();
    return blob.size > 0 ? elapsed : 0;
  });
};

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

async function measurePaste(browser: Browser, address: string): Promise<void> {
  console.log(
    'Pasted text (ms): native; ours until all bytes; ratio of medians; ratio of minimums; until the page reports it; first row; longest gap; longest task',
  );
  const ratios: number[] = [];
  const best: number[] = [];
  const gaps: number[] = [];
  const tasks: number[] = [];
  for (const { name, bytes } of makeShapes(3)) {
    const page = await open(browser, address);
    await page.evaluate((text) => {
      window.text = text;
    }, new TextDecoder().decode(bytes));
    await paste(page);
    const native: number[] = [];
    const ours: Run[] = [];
    for (let round = 0; round < Number(rounds); round++) {
      native.push(await nativePaste(page));
      ours.push(await paste(page));
    }
    const complete = median(ours.map((run) => run.complete));
    const gap = median(ours.map((run) => run.gap));
    const ready = median(ours.map((run) => run.bytes));
    ratios.push(median(native) / ready);
    best.push(Math.min(...native) / Math.min(...ours.map((run) => run.bytes)));
    gaps.push(gap);
    tasks.push(await longestTask(browser, page, () => paste(page)));
    const first = median(ours.map((run) => run.first));
    console.log(
      `${name.padEnd(24)} ${size(bytes.length)} ${[median(native), ready].map(number).join(' ')}  × ${ratios.at(-1)?.toFixed(1)} × ${best.at(-1)?.toFixed(1)} ${number(complete)} ${number(first)} ${number(gap)} ${number(tasks.at(-1) ?? 0)}`,
    );
    await page.close();
  }
  console.log(
    `Geometric mean × ${geometricMean(ratios).toFixed(2)}, minimum × ${Math.min(...ratios).toFixed(2)}; of the shortest × ${geometricMean(best).toFixed(2)}, minimum × ${Math.min(...best).toFixed(2)}; longest gap ${Math.max(...gaps).toFixed(0)} ms, longest task ${Math.max(...tasks).toFixed(0)} ms\n`,
  );
}

async function measureFiles(browser: Browser, address: string, folder: string): Promise<void> {
  for (const megabytes of [150, 1000]) {
    const file = join(folder, `${megabytes}.json`);
    const bytes = writeFile(file, megabytes);
    const page = await open(browser, address);
    if (megabytes < 1000) {
      await chooseFile(page, file); // warms up
      await clear(page);
    }
    const native: number[] = [];
    const ours: Run[] = [];
    const memory = await watchMemory(browser, page);
    // Two rounds show whether memory is released.
    for (let round = 0; round < (megabytes < 1000 ? Number(rounds) : 2); round++) {
      if (round > 0) await clear(page);
      ours.push(await chooseFile(page, file));
    }
    const peak = memory();
    await clear(page);
    const task = await longestTask(browser, page, () => chooseFile(page, file));
    if (megabytes < 1000) for (let round = 0; round < 3; round++) native.push(await nativeFile(page, file));
    const complete = median(ours.map((run) => run.complete));
    const comparison =
      native.length > 0 ? `native ${number(median(native))} ms, × ${(median(native) / complete).toFixed(1)}` : 'native fails';
    console.log(
      `File of ${size(bytes)}: ${number(complete)} ms, ${comparison}; first row after ${list(ours.map((run) => run.first))} ms, longest gaps ${list(ours.map((run) => run.gap))} ms, longest task ${task.toFixed(0)} ms, renderer at most ${peak} MB`,
    );
    await page.close();
    rmSync(file);
  }
}

/** Repeats the shapes until the file is large enough. */
function writeFile(file: string, megabytes: number): number {
  const descriptor = openSync(file, 'w');
  const shapes = makeShapes(0.5);
  let length = writeSync(descriptor, '[');
  for (let index = 0; length < megabytes * 1e6; index++) {
    if (index > 0) length += writeSync(descriptor, ',\n');
    length += writeSync(descriptor, (shapes[index % shapes.length] as { bytes: Uint8Array }).bytes);
  }
  length += writeSync(descriptor, ']');
  closeSync(descriptor);
  return length;
}

/** Samples the memory of the page's process. @returns a function that stops and returns the maximum in MB. */
async function watchMemory(browser: Browser, page: Page): Promise<() => number> {
  await page.evaluate(() => 0);
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = (await session.send('SystemInfo.getProcessInfo')) as { processInfo: Array<{ type: string; id: number }> };
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  let peak = 0;
  const sample = () => {
    for (const id of renderers) {
      const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8')) ?? [];
      peak = Math.max(peak, Number(kilobytes));
    }
  };
  const timer = setInterval(sample, 20);
  return () => {
    clearInterval(timer);
    return Math.round(peak / 1024);
  };
}

const list = (values: number[]) => values.map((value) => value.toFixed(0)).join(' ');
const number = (value: number) => value.toFixed(0).padStart(6);
const size = (bytes: number) => `${(bytes / 1e6).toFixed(1).padStart(6)} MB`;

const folder = mkdtempSync(join(tmpdir(), 'bench-'));
buildPages();
const settings = readSettings({ LOG_LEVEL: 'fatal', PORT: '0', DATA_DIR: folder, AVATAR_SERVICE_URL: 'off' });
const db = await openDb(settings);
const app = await buildApp({ settings, db, pages: builtPages });
const browser = await chromium.launch({ executablePath: await browserPath(), args: browserArguments });
try {
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  console.log(`Chromium ${browser.version()}`);
  if (part !== 'files') await measurePaste(browser, address);
  if (part !== 'pasted') await measureFiles(browser, address, folder);
} finally {
  await browser.close();
  await app.close();
  await db.close();
  rmSync(folder, { recursive: true });
}
