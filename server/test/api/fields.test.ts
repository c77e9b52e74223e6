import * as contract from '@dev-connector/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { createMailedLink } from '../../src/features/accounts/mail/links.ts';
import { createResetLink } from '../../src/features/accounts/password-resets.ts';
import { parseSender, parseSmtpUrl } from '../../src/platform/mail/addresses.ts';
import { clientOf, errorResponse, type TestResponse } from '../client.ts';
import { createMember, createMembers, password, saveProfile, type TestMember, unknownId, writePost } from '../members.ts';
import { openSite } from '../site.ts';

/*
 * The rules for every field of every request body, generated from the schemas of the contract, so that new fields are tested too, and the errors of parameters.
 */

interface Field {
  type?: string;
  title: string;
  maxLength?: number;
  'x-text'?: contract.TextKind;
  'x-required'?: string;
  'x-list'?: contract.ListLimits;
}

const site = await openSite({
  smtpUrl: parseSmtpUrl('smtp://127.0.0.1:1'),
  mailFrom: parseSender('a@b.example'),
  unverifiedAccounts: 'full',
});
let ada: TestMember;
let post: string;
let comment: string;
const versionOf = async (id: string) => (await site.db.get<{ version: number }>`select version from comments where id = ${id}`)?.version;
const entries: Record<string, string> = {};
beforeAll(async () => {
  ada = await createMember(site, 'Ada');
  await saveProfile(ada);
  post = await writePost(ada);
  comment = (await ada.post(`/api/posts/comment/${post}`, { text: 'Hello' })).body[0]._id;
  for (const kind of ['experience', 'education'])
    entries[kind] = (await ada.put(`/api/profile/${kind}`, await bodies[`/api/profile/${kind}`]?.())).body[kind][0]._id;
});

const newMember = async () => (await createMembers(site, 1))[0] as TestMember;

let people = 0;
/** A valid body for each endpoint. */
const bodies: Record<string, () => Record<string, unknown> | Promise<Record<string, unknown>>> = {
  '/api/users': () => ({ name: 'Someone', email: `someone-${++people}@example.org`, password }),
  '/api/account': () => ({ name: 'Someone' }),
  '/api/auth': () => ({ email: ada.email, password }),
  '/api/auth/reset': async () => ({ secret: await createResetLink(site.db, (await newMember())._id), password }),
  '/api/auth/forgot': () => ({ email: ada.email }),
  '/api/auth/verify': async () => {
    const { _id: userId, email } = await newMember();
    return { secret: await createMailedLink(site.db, { purpose: 'verify', userId, email, mailId: userId, causedAt: Date.now() }) };
  },
  '/api/auth/confirm': () => ({ password }),
  '/api/auth/password': () => ({ current: password, password: 'another password' }),
  '/api/profile': () => ({ status: 'Developer', skills: 'Go' }),
  '/api/profile/resume': () => ({ resume: '{"basics":{}}' }),
  '/api/profile/resume/preview': () => ({ resume: '{"basics":{}}' }),
  '/api/profile/experience': () => ({ title: 'T', company: 'C', from: '2020-01-01' }),
  '/api/profile/education': () => ({ school: 'S', degree: 'D', from: '2020-01-01' }),
  '/api/profile/experience/:id': () => ({ title: 'T', company: 'C', from: '2020-01-01' }),
  '/api/profile/education/:id': () => ({ school: 'S', degree: 'D', from: '2020-01-01' }),
  '/api/posts': () => ({ text: 'Hello' }),
  '/api/posts/:id': async () => ({ text: 'Hello', version: (await ada.get(`/api/posts/${post}`)).body.version }),
  '/api/posts/:id/watch': () => ({ watched: false }),
  '/api/posts/comment/:postId/:commentId': async () => ({ text: 'Hello', version: await versionOf(comment) }),
  '/api/notifications/settings': () => ({ settings: [] }),
  '/api/notifications/mail': () => ({ frequency: 'daily' }),
  '/api/notifications/read': async () => {
    await (await newMember()).put(`/api/posts/${post}/like`);
    return { id: (await ada.get('/api/notifications')).body[0]._id };
  },
  '/api/follows/settings': () => ({ followersHidden: false }),
  '/api/bookmarks/:postId': () => ({ folder: 'Fields' }),
  '/api/bookmarks/folders/:folder': async () => {
    await ada.put(`/api/bookmarks/${post}`, { folder: 'Fields' });
    return { name: 'Renamed' };
  },
  '/api/preview': () => ({ text: 'Hello' }),
  '/api/posts/comment/:postId': () => ({ text: 'Hello' }),
  '/api/drafts/:context': async () => {
    await ada.delete('/api/drafts/post'); // so that each draft is a new one, which needs no version
    return { text: 'Hello' };
  },
};
const endpointsWithBody = Object.values(contract)
  .map((item) => item as unknown as contract.Endpoint)
  .filter((item) => item.method && item.body && !item.isUpload); // media.test.ts tests the fields of uploads

test('every endpoint with a body is tested', () => {
  expect(endpointsWithBody.map(({ path }) => path).toSorted()).toEqual(Object.keys(bodies).toSorted());
});

describe.for(endpointsWithBody.map((item) => [`${item.method} ${item.path}`, item] as const))(
  '%s',
  ([, { method, path, access, body }]) => {
    const { properties } = body as unknown as { properties: Record<string, Field> };
    const send = async (fields: object): Promise<TestResponse> => {
      // A password change ends the session, so each one needs another member.
      const member = path === '/api/auth/password' ? await newMember() : ada;
      const client = access === 'member' ? member : clientOf(site);
      const url = path
        .replace(':postId', post)
        .replace(':context', 'post')
        .replace(':folder', 'Fields')
        .replace(':commentId', comment)
        .replace('/posts/:id', `/posts/${post}`)
        .replace(/(\w+)\/:id/, (_, kind) => `${kind}/${entries[kind]}`);
      return client[method.toLowerCase() as 'put'](url, fields);
    };
    const sendWith = async (field: string, value: unknown) => send({ ...(await bodies[path]?.()), [field]: value });

    test.for(Object.keys(properties))('returns 400 if %s has another type', async (name) => {
      const field = properties[name] as Field;
      const isRight = (value: unknown) =>
        field.type === 'array'
          ? Array.isArray(value) && value.length === 0
          : field.type === 'integer'
            ? Number.isInteger(value)
            : typeof value === field.type;
      const wrong = [7, -0.5, {}, { length: 9, 0: 'x' }, [], [['x']], [7], true, false];
      for (const value of wrong.filter((value) => !isRight(value))) {
        const place = expect.stringMatching(new RegExp(`^${name}(\\[0\\])?`)); // of an invalid item in a list
        expect(await sendWith(name, value), JSON.stringify(value)).toMatchObject({ status: 400, body: { errors: [{ field: place }] } });
      }
    });

    test.for(Object.keys(properties))('null means that %s is absent', async (name) => {
      const sendWithout = async () => {
        const { [name]: _absent, ...fields } = (await bodies[path]?.()) ?? {};
        return send(fields);
      };
      const [absent, response] = [await sendWithout(), await sendWith(name, null)];
      expect([response.status, response.body.errors]).toEqual([absent.status, absent.body.errors]);
    });

    const texts = Object.entries(properties).filter(([, field]) => field['x-text'] || field['x-list']);

    test.for(texts.map(([name]) => name))('returns 400 if %s contains NUL or a lone surrogate', async (name) => {
      for (const value of ['a\0b', '\0', 'long enough \ud800', '\udc00 long enough', 'reversed \udc00\ud800']) {
        expect(await sendWith(name, value), JSON.stringify(value)).toMatchObject({ status: 400, body: { errors: [{ field: name }] } });
      }
    });

    const required = texts.filter(([, field]) => field['x-required']);

    test.for(required)('%s must not be empty', async ([name, field]) => {
      const emptyValues =
        field['x-text'] === 'verbatim'
          ? [undefined, '']
          : [
              undefined,
              '',
              ' ',
              '\u200b\u2060\ufeff',
              '\t\n\u00a0\u3000\u2028',
              '\u00ad\u034f\u061c\u115f\u3164\u2800',
              '\u0001\u001b\u007f\u0085\u009f',
              '\ufff9\ufffa\ufffb',
              '\u2028\u2029',
              '\ue000\u{f0000}\u{1d159}\u{1d173}',
              '\ufe0f\u{e0041}\u{e0100}\u200e\ufdd0',
            ];
      const isOptional = !(body as { required?: string[] }).required?.includes(name);
      for (const value of emptyValues.slice(isOptional ? 1 : 0)) {
        expect(await sendWith(name, value), JSON.stringify(value)).toMatchObject({
          status: 400,
          body: { errors: [{ field: name, msg: field['x-required'], code: 'fieldRequired' }] },
        });
      }
    });

    const displayed = texts.filter(([, field]) => field['x-list'] || ['plain', 'multiline', 'link'].includes(field['x-text'] ?? ''));

    test.for(displayed)('returns 400 if %s contains control characters', async ([name, field]) => {
      const lines = field['x-text'] === 'multiline';
      const spaces = field['x-list'] ? [] : ['\n', '\t', '\r'];
      for (const control of ['\u0001', '\u001b', '\u007f', '\u0085', '\u009b', ...(lines ? [] : spaces)]) {
        expect(await sendWith(name, `e.example/a${control}b`), JSON.stringify(control)).toMatchObject({
          status: 400,
          body: { errors: [{ field: name }] },
        });
      }
      if (lines) expect((await sendWith(name, 'two\nlines,\r\n\ta tab')).status).toBe(200);
    });

    const limited = texts.filter(([, field]) => field.maxLength);
    /** Returns a value of this many characters: if possible, distinct ones of two UTF-16 code units and four bytes, so that no password is a repeated pattern. */
    const sized = ({ 'x-text': kind }: Field, name: string, length: number) => {
      if (kind === 'link') return `https://e.example/`.padEnd(length, 'x');
      if (kind === 'email') return `${String(++people).padStart(length - 192, 'a')}@${`${'d'.repeat(62)}.`.repeat(3)}de`;
      if (name === 'handle') return String(++people).padStart(length, 'h');
      if (name === 'githubusername') return 'g'.repeat(length);
      return Array.from({ length }, (_, index) => String.fromCodePoint(0x2_0000 + (index % 40_000))).join(''); // ideographs
    };

    test.for(limited)('%s can be as long as its limit, measured in characters', async ([name, field]) => {
      const max = field.maxLength ?? 0;
      const tooLong = { msg: `${field.title} must be at most ${max} characters`, code: 'fieldTooLong', field: name };
      const accepted = await sendWith(name, sized(field, name, max));
      expect(accepted.body.errors ?? []).not.toContainEqual(tooLong);
      // Credentials of a valid length can still be incorrect.
      if (!['/api/auth', '/api/auth/forgot', '/api/auth/confirm'].includes(path) && !['current', 'secret'].includes(name))
        expect(accepted.status, accepted.raw).toBe(200);
      expect(await sendWith(name, sized(field, name, max + 1))).toMatchObject({ status: 400, body: { errors: [tooLong] } });
    });

    test('reports each invalid field once, in one response', async () => {
      const wrong = Object.fromEntries(Object.keys(properties).map((name) => [name, { not: 'this' }]));
      const response = await send(wrong);
      expect(response.status).toBe(400);
      expect(response.body.errors.map(({ field }: { field: string }) => field).toSorted()).toEqual(Object.keys(properties).toSorted());
    });

    test('ignores unknown properties', async () => {
      const prototype = JSON.parse(
        '{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}, "toString": 7, "hasOwnProperty": null}',
      );
      const { status, raw } = await send({
        ...prototype,
        ...(await bodies[path]?.()),
        ...(path.startsWith('/api/auth') && { email: ada.email }),
      });
      expect([200, 400].includes(status), raw).toBe(true);
      expect(({} as { polluted?: number }).polluted).toBeUndefined();
    });
  },
);

test('text is trimmed and otherwise stored unchanged', async () => {
  const text = 'Tabs\tand\n\n  lines, <b>tags</b> & "quotes" \\ \u200d👩‍👩‍👧 e\u0301 \u202e';
  expect((await ada.post('/api/posts', { text: `\ufeff \n${text}x \u3000` })).body.text).toBe(`${text}x`);
});

test('the maximum number of skills is accepted, one more returns 400', async () => {
  const { limits } = contract;
  const { skills, skill } = limits;
  const fullList = Array.from({ length: skills }, (_, index) => '𝒳'.repeat(skill - 2) + String(index).padStart(2, '0'));
  for (const list of [fullList, fullList.join(', ')]) {
    expect((await ada.post('/api/profile', { status: 'Developer', skills: list })).body.skills).toEqual(fullList);
  }
  const tooLong = '𝒳'.repeat(skill + 1);
  const tooMany = Array.from({ length: skills + 1 }, (_, index) => `s${index}`);
  const repeats = tooMany.map(() => 'Go');
  for (const wrong of [tooMany, tooMany.join(), [tooMany.join()], [tooLong], `Go,${tooLong}`, repeats, 'Go,'.repeat(limits.skillsText)]) {
    expect(await ada.post('/api/profile', { status: 'Developer', skills: wrong })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'skills' }] },
    });
  }
});

test.for([
  ['/api/posts/public?feed=xyz', 'feed', 'Feed must be latest or top'],
  ['/api/posts/public?author=x', 'author', 'Author must be the id or the @handle of a user'],
  ['/api/posts/public?tag=1', 'tag', 'A tag must begin with a letter and contain only letters, digits and -_+.'],
  ['/api/posts/public?limit=0', 'limit', 'Limit must be from 1 to 100'],
  ['/api/posts?feed=xyz', 'feed', 'Feed must be latest, following, top or unanswered'],
  ['/api/posts?feed=top&period=hour', 'period', 'Period must be day, week, month or year'],
  ['/api/posts?embed=all', 'embed', 'Embed must be likes, comments, both or empty'],
  ['/api/profile?embed=all', 'embed', 'Embed must be experience,education or empty'],
  [`/api/posts/${unknownId}/comments?order=best`, 'order', 'Order must be newest or oldest'],
  ['/api/notifications?filter=x', 'filter', 'Filter must be all or mentions'],
  ['/api/tags?sort=x', 'sort', 'Sort must be activity or name'],
] as const)('%s says which values are allowed', async ([url, field, msg]) => {
  expect(await ada.get(url)).toMatchObject(errorResponse(400, msg, field));
});
