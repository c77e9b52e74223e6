import { computeAccessibleName, getRole } from 'dom-accessibility-api';

/*
 * Finds elements, in the page. remote-page.ts bundles this module into a script.
 */

/** A text to find: part of it in any case, all of it if `exact`, or the source of a regular expression. */
export interface TextQuery {
  text: string;
  exact?: boolean | undefined;
  /** The flags of the regular expression. */
  flags?: string;
}

/** Steps that lead to elements, each from those that the step before it found. */
export type Step =
  | { by: 'css'; css: string }
  | { by: 'role'; role: string; name?: TextQuery | undefined }
  | { by: 'label' | 'text' | 'has'; query: TextQuery }
  | { by: 'nth'; index: number };

const normalize = (text: string) => text.replace(/\s+/g, ' ').trim();

function matches(text: string, { text: wanted, exact, flags }: TextQuery): boolean {
  const normalized = normalize(text);
  if (flags !== undefined) return new RegExp(wanted, flags).test(normalized);
  return exact ? normalized === normalize(wanted) : normalized.toLowerCase().includes(normalize(wanted).toLowerCase());
}

const isVisible = (element: Element) => {
  const { width, height } = element.getBoundingClientRect();
  return element.checkVisibility({ visibilityProperty: true }) && width > 0 && height > 0;
};

const labelled = 'input, textarea, select, button, meter, progress, output, [aria-label], [aria-labelledby]';

function below(root: Element, step: Step): Element[] {
  const all = (css: string) => [...root.querySelectorAll(css)];
  switch (step.by) {
    case 'css':
      return all(step.css);
    case 'role': {
      const { role, name } = step;
      return all('*').filter(
        (element) =>
          getRole(element) === role &&
          element.checkVisibility({ visibilityProperty: true }) &&
          !element.closest('[aria-hidden=true]') &&
          (!name || matches(computeAccessibleName(element), name)),
      );
    }
    case 'label':
      return all(labelled).filter((element) => matches(computeAccessibleName(element, { hidden: true }), step.query));
    case 'text': {
      const found = all('*').filter(
        (element) => !element.matches('script, style, noscript, head *') && matches(element.textContent, step.query),
      );
      return found.filter((element) => !found.some((other) => other !== element && element.contains(other)));
    }
    default:
      return [];
  }
}

export function find(steps: Step[]): Element[] {
  let found: Element[] = [document.documentElement];
  for (const step of steps)
    if (step.by === 'nth') found = found.slice(step.index, step.index + 1);
    else if (step.by === 'has') found = found.filter((element) => matches(element.textContent, step.query));
    else found = [...new Set(found.flatMap((root) => below(root, step)))];
  return found;
}

/** Returns the element. Throws if there is none, or more than one. */
export function only(steps: Step[]): HTMLElement {
  const found = find(steps);
  if (found.length !== 1) throw new Error(`found ${found.length} elements instead of one`);
  return found[0] as HTMLElement;
}

export const count = (steps: Step[]): number => find(steps).length;

export const texts = (steps: Step[]): string[] => find(steps).map((element) => normalize(element.textContent));

/** Throws unless exactly one element is found and visible; with `hidden`, unless none is. */
export function check(steps: Step[], state: 'visible' | 'hidden'): void {
  if (state === 'visible' && !isVisible(only(steps))) throw new Error('found an element that is not visible');
  if (state === 'hidden' && find(steps).some(isVisible)) throw new Error('found a visible element');
}

const nextFrame = () => new Promise(requestAnimationFrame);

/** Returns the center of the element. Throws unless it is enabled, does not move, and is in front of others. */
export async function clickablePoint(steps: Step[]): Promise<{ x: number; y: number }> {
  check(steps, 'visible');
  const element = only(steps);
  if (element.matches(':disabled, [aria-disabled=true]')) throw new Error('found an element that is disabled');
  element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  if (!isInFront(element)) element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const before = element.getBoundingClientRect();
  await nextFrame();
  await nextFrame();
  const after = element.getBoundingClientRect();
  if (before.x !== after.x || before.y !== after.y) throw new Error('found an element that moves');
  if (!isInFront(element)) throw new Error('found an element that is covered by another');
  return center(element);
}

function center(element: Element): { x: number; y: number } {
  // An inline element around blocks has empty boxes before and after them.
  const boxes = [...element.getClientRects()];
  const { x, y, width, height } = boxes.find((box) => box.width > 0 && box.height > 0) ?? (boxes[0] as DOMRect);
  return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
}

function isInFront(element: HTMLElement): boolean {
  const { x, y } = center(element);
  const front = document.elementFromPoint(x, y);
  return front !== null && (element.contains(front) || front.closest('label')?.control === element);
}

/** Replaces the text of a field as if it were typed. */
export function fill(steps: Step[], text: string): void {
  check(steps, 'visible');
  const field = only(steps) as HTMLInputElement;
  if (field.matches(':disabled, :read-only')) throw new Error('found a field that cannot be changed');
  field.focus();
  if (/^(date|month|time|color|range)$/.test(field.type)) {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
    return;
  }
  field.select();
  if (text) document.execCommand('insertText', false, text);
  else if (field.value) document.execCommand('delete');
}

export function focus(steps: Step[]): void {
  only(steps).focus();
}

/** Selects an option by its label. */
export function select(steps: Step[], label: string): void {
  const field = only(steps) as HTMLSelectElement;
  const index = [...field.options].findIndex((option) => normalize(option.label) === label);
  if (index < 0) throw new Error(`found no option ${label}`);
  field.selectedIndex = index;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Marks the element, so that a driver finds it by a selector. */
export function mark(steps: Step[], attribute: string): void {
  for (const marked of document.querySelectorAll(`[${attribute}]`)) marked.removeAttribute(attribute);
  only(steps).setAttribute(attribute, '');
}

/** Throws until React has hydrated the page, unless it has no scripts. */
export function checkHydration(): void {
  const hydrated = Object.keys(document.body ?? {}).some((key) => key.startsWith('__react'));
  if (document.readyState === 'loading' || (document.querySelector('script[type=module]') && !hydrated)) throw new Error('not hydrated');
}
