import { expect, test } from '../test.ts';

/* Checks that page-errors.ts notices violations, since every other test relies on it to fail when the policy blocks something. */

const screens = ['/dev', '/dev/profiles', '/dev/account', '/dev/formatter', '/dev/nothing'];

test('blocks an injected script on every screen and reports the violation to the tests', async ({ member: { page }, pageErrors }) => {
  pageErrors.expectFailure(404, '/dev/nothing');
  pageErrors.expectMessage(/Content Security Policy directive/);
  await page.route('/injected', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<button onclick="window.ran = true">Injected</button>' }),
  );
  for (const screen of screens) {
    pageErrors.expectMessage(new RegExp(`Security policy \\(enforce\\): script-src-attr inline on http\\S*(${screen}|/dashboard)$`));
    await page.goto(screen);
    const ran = await page.evaluate(async () => {
      // One of the few ways of parsing HTML that do not need Trusted Types.
      const request = Object.assign(new XMLHttpRequest(), { responseType: 'document' });
      request.open('GET', '/injected');
      request.send();
      await new Promise((resolve) => request.addEventListener('load', resolve));
      const blocked = new Promise((resolve) => document.addEventListener('securitypolicyviolation', resolve, { once: true }));
      const button = document.importNode(request.response.querySelector('button'), true) as HTMLButtonElement;
      document.body.append(button);
      button.click();
      await blocked;
      return 'ran' in window;
    });
    expect(ran, screen).toBe(false);
  }
});

test('refuses strings where the browser would parse HTML or load a script, on every screen', async ({ member: { page }, pageErrors }) => {
  pageErrors.expectFailure(404, '/dev/nothing');
  pageErrors.expectMessage(/^This document requires 'Trusted/);
  pageErrors.expectMessage(/^Creating a TrustedTypePolicy named '(mine|default)' violates/);
  pageErrors.expectMessage(/Security policy \(enforce\): trusted-types trusted-types-policy/);
  for (const screen of screens) {
    pageErrors.expectMessage(
      new RegExp(`Security policy \\(enforce\\): require-trusted-types-for trusted-types-sink on http\\S*(${screen}|/dashboard)$`),
    );
    await page.goto(screen);
    const reported = page.waitForResponse('/api/csp-reports');
    const accepted = await page.evaluate(async () => {
      const { trustedTypes } = window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } };
      const harmful = '<img src="/favicon.ico" onload="window.ran = true">';
      const attempts: Record<string, () => unknown> = {
        innerHTML: () => Object.assign(document.createElement('div'), { innerHTML: harmful }),
        'script before empty script': () => Object.assign(document.createElement('div'), { innerHTML: `${harmful}<script></script>` }),
        insertAdjacentHTML: () => document.body.insertAdjacentHTML('beforeend', harmful),
        write: () => document.write(harmful),
        parser: () => new DOMParser().parseFromString(harmful, 'text/html'),
        srcdoc: () => Object.assign(document.createElement('iframe'), { srcdoc: harmful }),
        script: () => Object.assign(document.createElement('script'), { text: 'window.ran = true' }),
        src: () => Object.assign(document.createElement('script'), { src: '/assets/any.js' }),
        worker: () => new Worker('/favicon.ico'),
        'worker of another site': () => new Worker('https://evil.example/assets/formatter-worker-x.js'),
        policy: () => trustedTypes.createPolicy('mine', { createHTML: (text: string) => text }),
        'second default policy': () => trustedTypes.createPolicy('default', { createHTML: (text: string) => text }),
      };
      const accepted: string[] = [];
      for (const [name, attempt] of Object.entries(attempts)) {
        try {
          await attempt();
          accepted.push(name);
        } catch (error) {
          if (!(error instanceof TypeError)) accepted.push(`${name}: ${error}`);
        }
      }
      if ('ran' in window) accepted.push('ran');
      return accepted;
    });
    expect(accepted, screen).toEqual([]);
    expect((await reported).status()).toBe(204);
  }
});

test.describe('with service workers', () => {
  test.use({ serviceWorkers: 'allow' });

  test('registers those of the site only', async ({ page, pageErrors }) => {
    pageErrors.expectMessage(/^This document requires 'TrustedScriptURL'/);
    pageErrors.expectMessage(/Security policy \(enforce\): require-trusted-types-for trusted-types-sink/);
    await page.goto('/dev/formatter');
    const register = (script: string) =>
      page.evaluate((script) => navigator.serviceWorker.register(script).then(({ scope }) => new URL(scope).pathname, String), script);
    expect(await register('/dev/service-worker.js')).toBe('/dev/');
    expect(await register('/dev/formatter-offline.js')).toBe('/dev/');
    for (const script of [
      '/media/any',
      '/assets/any.js',
      '/dev/service-worker.js/x',
      '/x/dev/service-worker.js',
      '//other.example/dev/service-worker.js',
    ])
      expect(await register(script), script).toContain('TypeError');
  });
});

test('a page whose HTML differs from what React expects is rendered again', async ({ page, pageErrors }) => {
  pageErrors.expectMessage(/Minified React error #418/);
  await page.route('/dev/profiles', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('>Developers<', '>Entwickler<') });
  });
  await page.goto('/dev/profiles');
  await expect(page.getByRole('heading', { name: 'Developers', level: 1 })).toBeVisible();
});

test('a screen that fails in the browser is replaced by an error screen', async ({ page, pageErrors }) => {
  pageErrors.expectMessage(/a broken screen/);
  const html = await (await page.request.get('/dev')).text();
  const module =
    html
      .match(/from "(\/assets\/[^"]+)"/g)
      ?.at(-1)
      ?.slice(6, -1) ?? '';
  await page.route(module, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `export default () => { throw new Error('a broken screen'); }`,
    }),
  );
  await page.goto('/dev');
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
});

test('reports violations of a report-only policy to the tests', async ({ page, pageErrors }) => {
  pageErrors.expectMessage(/Security policy \(report\): img-src/);
  await page.route('/dev/login', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy-report-only': "img-src 'none'" } });
  });
  const reported = page.waitForEvent('console', (message) => message.text().startsWith('Security policy (report)'));
  await page.goto('/dev/login');
  await reported;
});
