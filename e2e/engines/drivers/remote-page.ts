import { setTimeout } from 'node:timers/promises';
import { rolldown } from 'rolldown';
import type { Requests } from '../../requests.ts';
import type { EngineLocator, EnginePage, Role } from '../page.ts';
import type * as inPage from './in-page.ts';
import type { Step, TextQuery } from './in-page.ts';

/** What a driver does with its browser. */
export interface Driver {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  goBack(): Promise<void>;
  requests: Requests;
  url(): Promise<string>;
  /** Evaluates an expression in the page. Waits for promises. The result is JSON. */
  run(expression: string): Promise<unknown>;
  click(x: number, y: number): Promise<void>;
  /** Presses a key, such as `Escape` or `Control+Enter`. */
  press(key: string): Promise<void>;
  type(text: string): Promise<void>;
  setFiles(css: string, paths: string[]): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  screenshot(path: string): Promise<void>;
}

/** Milliseconds that an action or a check waits for its element. Far above any normal duration, as the limits in playwright.config.ts. */
const timeout = 60_000;
const fileAttribute = 'data-engine-file';

type InPage = typeof inPage;
type Functions = { [Name in keyof InPage]: InPage[Name] extends (...args: never[]) => unknown ? Name : never }[keyof InPage];

/** Builds a page with the methods of Playwright on a driver. */
export class RemotePage implements EnginePage {
  readonly keyboard: EnginePage['keyboard'];
  readonly mouse: EnginePage['mouse'];
  readonly driver: Driver;
  private readonly site: string;

  constructor(driver: Driver, site: string) {
    this.driver = driver;
    this.site = site;
    this.keyboard = { press: (key) => driver.press(key), type: (text) => driver.type(text) };
    this.mouse = { click: (x, y) => driver.click(x, y) };
  }

  async goto(path: string): Promise<void> {
    await this.driver.goto(new URL(path, this.site).href);
    await this.whenPossible('checkHydration');
  }
  async reload(): Promise<void> {
    await this.driver.reload();
    await this.whenPossible('checkHydration');
  }
  goBack = (): Promise<void> => this.driver.goBack();
  waitForLoadState = (_state: 'networkidle'): Promise<void> =>
    this.driver.requests.whenIdle(async () => (await this.driver.run('new Promise((resolve) => setTimeout(resolve, 0, true))')) === true);
  url = async (): Promise<string> => (await this.driver.url()).replace(this.site, '');
  title = (): Promise<string> => this.driver.run('document.title') as Promise<string>;
  setViewportSize = ({ width, height }: { width: number; height: number }): Promise<void> => this.driver.resize(width, height);
  screenshot = ({ path }: { path: string }): Promise<void> => this.driver.screenshot(path);

  async evaluate<Result, Argument>(run: (argument: Argument) => Result | Promise<Result>, argument?: Argument): Promise<Result> {
    return (await this.driver.run(`(${run})(${JSON.stringify(argument)})`)) as Result;
  }

  getByRole = (role: Role, options?: NameOptions): EngineLocator => this.below().getByRole(role, options);
  getByLabel = (label: string | RegExp, options?: Exact): EngineLocator => this.below().getByLabel(label, options);
  getByText = (text: string | RegExp, options?: Exact): EngineLocator => this.below().getByText(text, options);
  locator = (css: string): EngineLocator => this.below().locator(css);
  private below = (): RemoteLocator => new RemoteLocator(this, []);

  /** Calls a function of in-page.ts, again until it does not throw. */
  async whenPossible<Name extends Functions>(name: Name, ...args: Parameters<InPage[Name]>): Promise<Awaited<ReturnType<InPage[Name]>>> {
    const end = performance.now() + timeout;
    for (;;)
      try {
        return (await this.call(`inPage.${name}(${args.map((arg) => JSON.stringify(arg)).join(', ')})`)) as Awaited<
          ReturnType<InPage[Name]>
        >;
      } catch (error) {
        if (performance.now() > end)
          throw new Error(`${name} ${JSON.stringify(args)} on ${await this.url()}: ${(error as Error).message}`, { cause: error });
        await setTimeout(50);
      }
  }

  /** Evaluates an expression with the functions of in-page.ts, which it defines in a new document. */
  async call(expression: string): Promise<unknown> {
    const code = `globalThis.inPage ? Promise.resolve(${expression}).then((result) => [result]) : null`;
    const result = (await this.driver.run(code)) ?? (await this.driver.run(`(${await library()}, ${code})`));
    return (result as [unknown])[0];
  }
}

type Exact = { exact?: boolean };
type NameOptions = { name?: string | RegExp } & Exact;

class RemoteLocator implements EngineLocator {
  private readonly page: RemotePage;
  private readonly steps: Step[];

  constructor(page: RemotePage, steps: Step[]) {
    this.page = page;
    this.steps = steps;
  }

  private next(step: Step): RemoteLocator {
    return new RemoteLocator(this.page, [...this.steps, step]);
  }
  getByRole(role: Role, { name, exact }: NameOptions = {}): RemoteLocator {
    return this.next({ by: 'role', role, name: name === undefined ? undefined : query(name, exact) });
  }
  getByLabel(label: string | RegExp, { exact }: Exact = {}): RemoteLocator {
    return this.next({ by: 'label', query: query(label, exact) });
  }
  getByText(text: string | RegExp, { exact }: Exact = {}): RemoteLocator {
    return this.next({ by: 'text', query: query(text, exact) });
  }
  locator(css: string): RemoteLocator {
    return this.next({ by: 'css', css });
  }
  filter({ hasText }: { hasText: string }): RemoteLocator {
    return this.next({ by: 'has', query: query(hasText) });
  }
  nth(index: number): RemoteLocator {
    return this.next({ by: 'nth', index });
  }
  first(): RemoteLocator {
    return this.nth(0);
  }

  async click(): Promise<void> {
    const { x, y } = await this.page.whenPossible('clickablePoint', this.steps);
    await this.page.driver.click(x, y);
  }
  fill = (text: string): Promise<void> => this.page.whenPossible('fill', this.steps, text);
  async press(key: string): Promise<void> {
    await this.page.whenPossible('focus', this.steps);
    await this.page.driver.press(key);
  }
  async pressSequentially(text: string): Promise<void> {
    await this.page.whenPossible('focus', this.steps);
    await this.page.driver.type(text);
  }
  selectOption = ({ label }: { label: string }): Promise<void> => this.page.whenPossible('select', this.steps, label);
  async setInputFiles(paths: string | string[]): Promise<void> {
    await this.page.whenPossible('mark', this.steps, fileAttribute);
    await this.page.driver.setFiles(`[${fileAttribute}]`, [paths].flat());
  }
  waitFor = ({ state }: { state: 'visible' | 'hidden' } = { state: 'visible' }): Promise<void> =>
    this.page.whenPossible('check', this.steps, state);
  count = (): Promise<number> => this.page.whenPossible('count', this.steps);
  allTextContents = (): Promise<string[]> => this.page.whenPossible('texts', this.steps);
  inputValue = (): Promise<string> => this.evaluate((field) => (field as HTMLInputElement).value);
  getAttribute = (name: string): Promise<string | null> => this.evaluate((element, name) => element.getAttribute(name), name);

  async evaluate<Result, Argument>(
    run: (element: HTMLElement, argument: Argument) => Result | Promise<Result>,
    argument?: Argument,
  ): Promise<Result> {
    await this.page.whenPossible('only', this.steps);
    return (await this.page.call(`(${run})(inPage.only(${JSON.stringify(this.steps)}), ${JSON.stringify(argument)})`)) as Result;
  }
}

const query = (text: string | RegExp, exact?: boolean): TextQuery =>
  text instanceof RegExp ? { text: text.source, flags: text.flags } : { text, exact };

let bundled: Promise<string> | undefined;

/** Bundles in-page.ts into an expression that defines `inPage`. */
function library(): Promise<string> {
  bundled ??= (async () => {
    const bundle = await rolldown({ input: `${import.meta.dirname}/in-page.ts` });
    const { output } = await bundle.generate({ format: 'iife', name: 'inPage', minify: true });
    await bundle.close();
    return `globalThis.inPage = (() => { ${output[0].code}; return inPage; })()`;
  })();
  return bundled;
}
