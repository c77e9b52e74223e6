import type { Page } from '@playwright/test';
import { fullProfile, type Member } from './members.ts';
import { expect, test } from './test.ts';

/*
 * Checks that every screen can be read and used when enlarged (WCAG 2.2, criteria 1.4.4 and 1.4.10). A window of 1280 px at 400 % is 320 CSS pixels wide. Browsers that enlarge only the
 * text change the font size of the root. Text that the design shortens with an ellipsis, and boxes that scroll, are exempt.
 */
const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk';
const name = `Ada ${word} Lowenthal-Hohenberg`;

/** Returns the elements that are cut off, outside the page, or covered by another control. */
const problems = (page: Page) =>
  page.evaluate(() => {
    const { clientWidth } = document.documentElement;
    const describe = (element: Element) =>
      `${element.localName} “${(element.getAttribute('aria-label') ?? element.textContent).slice(0, 40)}”`;
    /** Tells whether an element or one that contains it has this style. */
    const within = (element: Element | null, matches: (style: CSSStyleDeclaration) => boolean): boolean =>
      element !== null && (matches(getComputedStyle(element)) || within(element.parentElement, matches));
    const scrolls = ({ overflowX }: CSSStyleDeclaration) => overflowX === 'auto' || overflowX === 'scroll';
    const floats = ({ position }: CSSStyleDeclaration) => position === 'fixed' || position === 'sticky';
    const found = [document.documentElement, ...document.querySelectorAll(':popover-open, dialog[open]')]
      .filter((box) => box.scrollWidth > box.clientWidth)
      .map((box) => `${box.localName} is ${box.scrollWidth} px wide`);
    const controls = [...document.querySelectorAll('a, button, input, select, textarea:not([tabindex="-1"])')];
    const shown = [...controls, ...document.querySelectorAll('h1, h2, h3, label, legend, th, summary')].filter(
      (element) =>
        element.checkVisibility({ checkVisibilityCSS: true, contentVisibilityAuto: true }) &&
        element.clientWidth !== 1 &&
        !within(element, ({ clipPath }) => clipPath !== 'none'), // for screen readers
    );
    for (const element of shown) {
      const style = getComputedStyle(element);
      const { left, right } = element.getBoundingClientRect();
      if (
        !element.matches('input, textarea') &&
        style.display !== 'inline' &&
        style.textOverflow !== 'ellipsis' &&
        element.scrollWidth > element.clientWidth + 1
      )
        found.push(`${describe(element)} is cut off`);
      for (let box = element.parentElement; box; box = box.parentElement) {
        const { overflowX, textOverflow } = getComputedStyle(box);
        if (overflowX === 'visible') continue;
        if (overflowX === 'hidden' && box.clientWidth > 1 && textOverflow !== 'ellipsis' && right > box.getBoundingClientRect().right + 1)
          found.push(`${describe(element)} is cut off`);
        break;
      }
      if (right > 0 && (left < -1 || right > clientWidth + 1) && !within(element.parentElement, scrolls))
        found.push(`${describe(element)} is outside the page`);
    }
    const boxes = shown
      .filter((element) => controls.includes(element) && !within(element, floats))
      .map((element) => ({ element, box: element.getBoundingClientRect() }));
    for (const [index, { element, box }] of boxes.entries())
      for (const other of boxes.slice(index + 1)) {
        const width = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const height = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        const isInside = element.matches('input') && element.parentElement?.contains(other.element);
        if (width > 4 && height > 4 && !isInside && !element.contains(other.element))
          found.push(`${describe(element)} overlaps ${describe(other.element)}`);
      }
    return found;
  });

/** Loads a screen and checks it at 400 %, and with text at 200 %. */
async function check(page: Page, path: string, prepare?: () => Promise<unknown>): Promise<void> {
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  await prepare?.();
  expect.soft(await problems(page), `${path} at 320 px`).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet(); // transitions would delay the new sizes
    sheet.replaceSync(':root { font-size: 200% } *, ::before, ::after { transition: none !important }');
    document.adoptedStyleSheets.push(sheet);
  });
  expect.soft(await problems(page), `${path} with text at 200 %`).toEqual([]);
}

/** Signs up a member with long texts in a profile, and returns the paths of a post and of a profile. */
async function publish({ id, call }: Member): Promise<{ post: string; profile: string; tag: string }> {
  const entry = { from: '2001-02-03', to: '2002-03-04', description: `${word} ${word}` };
  const { _id } = await call('POST', '/api/posts', {
    title: `On ${word}`,
    text: `${word} #${word.slice(0, 30)}\n\n\`\`\`js\n${word}${word}\n\`\`\`\n\n|${word}|${word}|\n|-|-|\n|1|2|`,
    visibility: 'public',
  });
  await call('PATCH', `/api/posts/${_id}`, { title: `About ${word}`, version: 1 });
  await call('POST', `/api/posts/comment/${_id}`, { text: word });
  await call('PUT', `/api/bookmarks/${_id}`, { folder: word.slice(0, 40) });
  await call('PUT', '/api/profile/experience', { title: `Countess of ${word}`, company: word, ...entry });
  await call('PUT', '/api/profile/education', { school: word, degree: 'Geometry', ...entry });
  return { post: `/dev/posts/${_id}`, profile: `/dev/profile/${id}`, tag: `/dev/tags/${word.slice(0, 30).toLowerCase()}` };
}

const longProfile = { ...fullProfile, company: word, location: word, skills: `${word},Looms`, headline: `I work on ${word}` };

test('shows every screen for visitors when enlarged', async ({ members, page, pageErrors }) => {
  const { post, profile } = await publish(await members.signUp(name, longProfile));
  pageErrors.expectFailure(404, '/dev/nothing');
  const screens = [
    '/',
    '/dev',
    '/dev/login',
    '/dev/register',
    '/dev/reset-password',
    '/dev/profiles',
    '/dev/explore',
    '/dev/search',
    '/dev/nothing',
  ];
  for (const path of [...screens, profile, `${profile}/resume`, post]) await check(page, path);
  await check(page, '/dev/formatter', async () => {
    await page.getByRole('textbox', { name: 'JSON' }).fill(`{"${word}": [1, 2]}`);
    await page.getByRole('button', { name: 'Format', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Download' })).toBeVisible();
  });
});

test('shows every list for members when enlarged', async ({ members }) => {
  const member = await members.signUp(name, longProfile);
  const { profile, tag } = await publish(member);
  const lists = ['/dev/posts', '/dev/posts/top', `/dev/search?q=${word}`, '/dev/tags', tag, '/dev/bookmarks'];
  for (const path of [...lists, `${profile}/posts`, `${profile}/followers`]) await check(member.page, path);
});

test('shows every form, the profile and a post for members when enlarged', async ({ members }) => {
  const member = await members.signUp(name, longProfile);
  const { page } = member;
  const { post, profile } = await publish(member);
  const forms = ['/dev/dashboard', '/dev/edit-profile', '/dev/add-experience', '/dev/add-education', '/dev/account'];
  for (const path of [...forms, profile]) await check(page, path);
  await check(page, post, async () => {
    await page.getByRole('button', { name: 'More actions for your post' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await expect(page.getByRole('button', { name: 'Close' })).toBeVisible();
  });
});
