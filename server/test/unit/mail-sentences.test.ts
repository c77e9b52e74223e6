import type { Notification } from '@dev-connector/contract';
import { expect, test } from 'vitest';
import { sentenceOf, titleOf } from '../../src/features/notifications/mail/sentences.ts';

/* What mails show of the names and titles that members chose. */

const notification = (name: string, title: string): Notification => ({
  _id: 'n',
  kind: 'like',
  date: '2026-01-01T00:00:00.000Z',
  read: false,
  actors: [{ _id: 'a', name, handle: 'handle', avatar: '/a' }],
  others: 0,
  post: { _id: 'p', title, excerpt: '', isOwn: true },
});

test.for([
  ['Sign in at evil.com now', 'Sign in at evil[.]com now'],
  ['evil.museum, EVIL.ZIP, a.b.photography', 'evil[.]museum, EVIL[.]ZIP, a.b[.]photography'], // any top-level domain
  ['evil.com.js and js.evil.json.io', 'evil[.]com.js and js[.]evil.json[.]io'],
  ['उदाहरण.भारत or evil.भारत', 'उदाहरण[.]भारत or evil[.]भारत'],
  ['Ask ada@evil.example, or ада@сайт.рф.', 'Ask [link], or [link].'],
  ['сайт.рф and пример.com/login', 'сайт[.]рф and [link]'],
  ['See login.evil.co.uk: it works', 'See login[.]evil[.]co[.]uk: it works'],
  ['See xn--e1afmkfd.xn--p1ai', 'See xn--e1afmkfd[.]xn--p1ai'],
  ['ASP.NET with socket.io', 'ASP[.]NET with socket[.]io'],
  ['https://evil.example/x and evil.example/x', '[link] and [link]'],
])('the title %j is quoted as %j', ([title = '', quoted]) => {
  expect(titleOf(notification('Ada', title))).toBe(`“${quoted}”`);
});

test.for([
  'Node.js, e.g. v1.2.3',
  'package.json and console.log',
  'Next.js or Three.js?',
  'main.ts, Program.cs',
  'Done. Next: 3.5 km',
  'J. R. Smith at the Node.js Club',
  'Why .NET, and not J.R.R.?',
])('the title %j is quoted as it is', (title) => {
  expect(titleOf(notification('Ada', title))).toBe(`“${title}”`);
});

test.for([
  ['Diego', 'Go'],
  ['J. R. Smith', 'Go'],
  ['Devon Dever', 'Dev'],
  ['Ada Bern', 'Rust Bern'],
])('the name %j is shown on the site %j', ([name = '', brand = '']) => {
  expect(sentenceOf(notification(name, ''), brand)).toBe(`${name} liked your post`);
});

test.for([
  ['Go', 'Go'],
  ['The Go team', 'Go'],
  ['G-O', 'Go'],
  ['DevConnectorTeam', 'Dev Connector'],
  ['rust bern help', 'Rust Bern'],
  ['сайт.рф', 'Go'],
  ['उदाहरण.भारत', 'Go'],
  ['evil.museum', 'Go'],
  ['пример.com', 'Go'],
])('the name %j is not shown on the site %j', ([name = '', brand = '']) => {
  expect(sentenceOf(notification(name, ''), brand)).toBe('@handle liked your post');
});
