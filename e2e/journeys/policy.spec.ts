import { expect, test } from '../test.ts';

/* Checks that page-errors.ts notices violations, since every other test relies on it to fail when the policy blocks something. */

const screens = ['/dev', '/dev/profiles', '/dev/account', '/dev/formatter', '/dev/nothing'];

test('blocks an injected script on every screen and reports the violation to the tests', async ({ member: { page }, pageErrors }) => {
  pageErrors.expectFailure(404, '/dev/nothing');
  pageErrors.expectMessage(/Content Security Policy directive/);
  for (const screen of screens) {
    pageErrors.expectMessage(new RegExp(`Security policy \\(enforce\\): script-src-attr inline on http\\S*(${screen}|/dashboard)$`));
    await page.goto(screen);
    const ran = await page.evaluate(async () => {
      const blocked = new Promise((resolve) => document.addEventListener('securitypolicyviolation', resolve, { once: true }));
      document.body.insertAdjacentHTML('beforeend', '<button id="injected" onclick="window.ran = true">Injected</button>');
      document.getElementById('injected')?.click();
      await blocked;
      return 'ran' in window;
    });
    expect(ran, screen).toBe(false);
  }
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
