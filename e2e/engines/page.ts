/** What the tests of all engines use of a page: a part of Playwright's `Page`, with the same meaning. */
export interface EnginePage extends Finders {
  goto(path: string): Promise<unknown>;
  reload(): Promise<unknown>;
  goBack(): Promise<unknown>;
  /** Waits until the page has sent no requests for half a second. */
  waitForLoadState(state: 'networkidle'): Promise<void>;
  url(): string | Promise<string>;
  title(): Promise<string>;
  evaluate<Result, Argument = void>(run: (argument: Argument) => Result | Promise<Result>, argument?: Argument): Promise<Result>;
  setViewportSize(size: { width: number; height: number }): Promise<void>;
  screenshot(options: { path: string }): Promise<unknown>;
  keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> };
  mouse: { click(x: number, y: number): Promise<void> };
}

/** A part of Playwright's `Locator`. */
export interface EngineLocator extends Finders {
  first(): EngineLocator;
  nth(index: number): EngineLocator;
  filter(options: { hasText: string }): EngineLocator;
  click(): Promise<void>;
  fill(text: string): Promise<void>;
  press(key: string): Promise<void>;
  pressSequentially(text: string): Promise<void>;
  selectOption(option: { label: string }): Promise<unknown>;
  setInputFiles(paths: string | string[]): Promise<void>;
  waitFor(options?: { state: 'visible' | 'hidden' }): Promise<void>;
  count(): Promise<number>;
  allTextContents(): Promise<string[]>;
  inputValue(): Promise<string>;
  getAttribute(name: string): Promise<string | null>;
  evaluate<Result, Argument = void>(
    run: (element: HTMLElement, argument: Argument) => Result | Promise<Result>,
    argument?: Argument,
  ): Promise<Result>;
}

interface Finders {
  getByRole(role: Role, options?: { name?: string | RegExp; exact?: boolean }): EngineLocator;
  getByLabel(label: string | RegExp, options?: { exact?: boolean }): EngineLocator;
  getByText(text: string | RegExp, options?: { exact?: boolean }): EngineLocator;
  locator(css: string): EngineLocator;
}

export type Role =
  | 'alert'
  | 'article'
  | 'button'
  | 'checkbox'
  | 'combobox'
  | 'dialog'
  | 'form'
  | 'heading'
  | 'img'
  | 'link'
  | 'list'
  | 'listitem'
  | 'log'
  | 'main'
  | 'menu'
  | 'menuitem'
  | 'menuitemradio'
  | 'navigation'
  | 'option'
  | 'radio'
  | 'region'
  | 'row'
  | 'status'
  | 'tab'
  | 'textbox'
  | 'tree'
  | 'treeitem';

/** An open page of a browser, as a driver returns it. */
export interface Tab {
  page: EnginePage;
  /** Returns the errors and warnings of the console, uncaught errors and violations of the content security policy, and forgets them. */
  takeErrors(): Promise<string[]>;
  close(): Promise<void>;
}

export interface EngineBrowser {
  /** Opens a tab with empty storage. */
  newTab(site: string): Promise<Tab>;
  close(): Promise<void>;
}
