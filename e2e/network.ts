import type { Page, Request, Route } from '@playwright/test';

/** An answer of the API that refuses, for `route.fulfill`. */
export const refusal = (status: number, ...messages: string[]) => ({
  status,
  contentType: 'application/problem+json',
  json: { title: 'Refused', status, errors: messages.map((msg) => ({ msg })) },
});

export const refused = refusal(500, 'Something went wrong on our side');

/** Holds back calls of the API until the test lets them go, as a slow network does. */
export async function hold(page: Page, method: string, path: RegExp): Promise<{ held: Request[]; release: () => void }> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const held: Request[] = [];
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    held.push(route.request());
    await released;
    await route.continue().catch(() => {}); // the page may have given up meanwhile
  });
  return { held, release };
}

/** Answers the first call of the API so; later ones reach the server. */
export async function once(page: Page, method: string, path: RegExp, answer: (route: Route) => Promise<void>): Promise<void> {
  let answered = false;
  await page.route(path, async (route) => {
    if (answered || route.request().method() !== method) return route.fallback();
    answered = true;
    await answer(route);
  });
}

/** Lets the call reach the server, and loses its answer. */
export async function dropAnswer(route: Route): Promise<void> {
  await route.fetch();
  await route.abort('connectionreset');
}
