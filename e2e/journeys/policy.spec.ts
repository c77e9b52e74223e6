import { expect, test } from '../test.ts';

/* That the tests would hear of it: whatever the policy stops fails every test that has not announced it (trouble.ts). */

const screens = ['/dev', '/dev/profiles', '/dev/account', '/dev/formatter', '/dev/nothing'];

test('the policy of every screen stops what is smuggled in, and the tests hear of it', async ({ member: { page }, trouble }) => {
  trouble.expectFailure(404, '/dev/nothing');
  trouble.expectMessage(/Content Security Policy directive/);
  for (const screen of screens) {
    trouble.expectMessage(new RegExp(`Security policy \\(enforce\\): script-src-attr inline on http\\S*(${screen}|/dashboard)$`));
    await page.goto(screen);
    const ran = await page.evaluate(async () => {
      const stopped = new Promise((resolve) => document.addEventListener('securitypolicyviolation', resolve, { once: true }));
      document.body.insertAdjacentHTML('beforeend', '<button id="smuggled" onclick="window.ran = true">Smuggled</button>');
      document.getElementById('smuggled')?.click();
      await stopped;
      return 'ran' in window;
    });
    expect(ran, screen).toBe(false);
  }
});

test('a policy that only reports is heard of, too', async ({ page, trouble }) => {
  trouble.expectMessage(/Security policy \(report\): img-src/);
  await page.route('/dev/login', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, headers: { ...answer.headers(), 'content-security-policy-report-only': "img-src 'none'" } });
  });
  const reported = page.waitForEvent('console', (message) => message.text().startsWith('Security policy (report)'));
  await page.goto('/dev/login');
  await reported;
});
