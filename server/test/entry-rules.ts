import { limits } from '@dev-connector/contract';
import { describe, expect, test } from 'vitest';
import { refusal } from './client.ts';
import { malformedIds, type Person, saveProfile, signUp, unknownId } from './community.ts';
import type { Site } from './site.ts';

export interface EntryKind {
  list: 'experience' | 'education';
  /** Its required texts with their messages. */
  required: Record<string, string>;
  /** Its optional texts. */
  optional: string[];
  notFound: string;
  full: string;
}

const inDays = (days: number) => Temporal.Now.plainDateISO('UTC').add({ days }).toString();

/** The rules that experience and education share: one definition, called by the test of each. */
export function entryRules(site: Site, { list, required, optional, notFound, full }: EntryKind): void {
  const url = `/api/profile/${list}`;
  const texts = Object.fromEntries([...Object.keys(required), ...optional].map((field) => [field, `The ${field}`]));
  const entry = { ...texts, from: '2020-01-31', to: '2021-02-28', current: false };
  const entriesOf = async (owner: Person) => (await owner.get('/api/profile/me')).body[list];
  const withProfile = async (name: string) => {
    const person = await signUp(site, name, `${name.toLowerCase()}-${Math.random()}@example.org`);
    await saveProfile(person);
    return person;
  };

  test('an entry stands in the profile as it was given', async () => {
    const owner = await withProfile('Whole');
    const { status, body } = await owner.put(url, entry);
    expect(status).toBe(200);
    expect(body[list]).toEqual([{ _id: expect.any(String), ...entry }]);
    expect((await owner.get('/api/profile/me')).body).toEqual(body);
  });

  test('only the required fields are needed', async () => {
    const owner = await withProfile('Sparse');
    const least = Object.fromEntries(Object.keys(required).map((field) => [field, 'x']));
    const { body } = await owner.put(url, {
      ...least,
      from: '2020-01-31',
      to: '',
      ...Object.fromEntries(optional.map((field) => [field, ' '])),
    });
    expect(body[list]).toEqual([{ _id: expect.any(String), ...least, from: '2020-01-31', current: false }]);
  });

  test('each required field has its message, and nothing is added without them', async () => {
    const owner = await withProfile('Lacking');
    const messages = { ...required, from: 'From date is required' };
    const errors = Object.entries(messages).map(([field, msg]) => ({ msg, field }));
    const blank = Object.fromEntries(Object.keys(messages).map((field) => [field, ' \u200b']));
    for (const body of [{}, blank]) {
      const answer = await owner.put(url, body);
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toHaveLength(errors.length);
      expect(answer.body.errors).toEqual(expect.arrayContaining(errors));
    }
    expect(await entriesOf(owner)).toEqual([]);
  });

  test('without a profile there is nowhere to add to', async () => {
    const bare = await signUp(site, 'Bare');
    expect(await bare.put(url, entry)).toMatchObject(refusal(404, 'There is no profile for this user'));
    expect((await bare.get('/api/profile/me')).status).toBe(404);
  });

  describe('dates', () => {
    test.for([
      ['2020-02-29', '2020-02-29'],
      ['2020-01-31T23:59:59.999Z', '2020-01-31'],
      ['2020-01-31T00:00:00+14:00', '2020-01-31'],
      ['2020-01-31T00:00:00-11:00', '2020-01-31'],
      ['2020-01-31 10:30', '2020-01-31'],
      ['2020-01-31t10:30:00,5z', '2020-01-31'],
      [' 2020-01-31 ', '2020-01-31'],
      ['1950-06-01', '1950-06-01'],
    ])('%j is %j, whatever the time zone', async ([given, kept]) => {
      const owner = await withProfile('Dated');
      expect((await owner.put(url, { ...entry, from: given })).body[list][0].from).toBe(kept);
    });

    test.for([
      '2023-02-30',
      '2023-13-01',
      '2023-00-10',
      '2023-1-1',
      '01/02/2023',
      '20230101',
      '2023',
      '2023-02-30T10:00:00Z',
      'yesterday',
      '2023-01-01x',
      '2020-01-31T:,.9',
      '2020-01-31T25:00:00Z',
      '2020-01-31T10:61',
      '2020-01-31T10:00:00+99:00',
      '2020-01-31T',
      '2020-01-31TZ',
      '２０２３-01-01',
      '2023-01-01\u0000',
      '+002023-01-01',
      1577836800000,
      true,
      null,
      ['2020-01-01'],
    ])('%j is none, in either field', async (date) => {
      const owner = await withProfile('Misdated');
      for (const field of ['from', 'to']) {
        expect(await owner.put(url, { ...entry, [field]: date })).toMatchObject({ status: 400, body: { errors: [{ field }] } });
      }
      expect(await entriesOf(owner)).toEqual([]);
    });

    test('begin today at the latest', async () => {
      const owner = await withProfile('Future');
      expect((await owner.put(url, { ...entry, from: inDays(0), to: '' })).status).toBe(200);
      const late = await owner.put(url, { ...entry, from: inDays(2), to: '' });
      expect(late).toMatchObject(refusal(400, 'From date must not be in the future', 'from'));
      expect(await entriesOf(owner)).toHaveLength(1);
    });

    test('end on the day they begin at the earliest', async () => {
      const owner = await withProfile('Backward');
      expect((await owner.put(url, { ...entry, from: '2020-01-31', to: '2020-01-31' })).status).toBe(200);
      const early = await owner.put(url, { ...entry, from: '2020-01-31', to: '2020-01-30' });
      expect(early).toMatchObject(refusal(400, 'To date must not be before the from date', 'to'));
      expect(await entriesOf(owner)).toHaveLength(1);
    });

    test('have no end while current', async () => {
      const owner = await withProfile('Current');
      const { body } = await owner.put(url, { ...entry, to: '2019-01-01', current: true });
      expect(body[list]).toEqual([{ ...entry, to: undefined, current: true, _id: expect.any(String) }]);
    });

    test('order the list, the newest from first', async () => {
      const owner = await withProfile('Ordered');
      for (const from of ['2018-05-01', '2021-01-01', '2019-12-31', '2021-01-01']) await owner.put(url, { ...entry, from, to: '' });
      expect((await entriesOf(owner)).map(({ from }: { from: string }) => from)).toEqual([
        '2021-01-01',
        '2021-01-01',
        '2019-12-31',
        '2018-05-01',
      ]);
    });
  });

  test.for(['true', 1, 0, null, 'on'])('current is never made out of %j', async (current) => {
    const owner = await withProfile('Coerced');
    expect(await owner.put(url, { ...entry, current })).toMatchObject(refusal(400, 'Current must be true or false', 'current'));
  });

  test('30 added at once are all kept', async () => {
    const owner = await withProfile('Parallel');
    const [name = ''] = Object.keys(required);
    const names = Array.from({ length: 30 }, (_, index) => `Number ${index}`);
    const answers = await Promise.all(names.map((text) => owner.put(url, { ...entry, [name]: text })));
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200));
    expect((await entriesOf(owner)).map((kept: Record<string, string>) => kept[name]).toSorted()).toEqual(names.toSorted());
  });

  test('a profile holds so many and no more, also when they come at once', async () => {
    const owner = await withProfile('Full');
    for (let left = limits.entries - 2; left > 0; left -= 14) await Promise.all(Array.from({ length: 14 }, () => owner.put(url, entry)));
    const last = await Promise.all(Array.from({ length: 5 }, () => owner.put(url, entry)));
    expect(last.filter(({ status }) => status === 200)).toHaveLength(2);
    for (const refused of last.filter(({ status }) => status !== 200)) expect(refused).toMatchObject(refusal(400, full));
    expect(await entriesOf(owner)).toHaveLength(limits.entries);
  });

  describe('removing', () => {
    test('takes that entry and no other', async () => {
      const owner = await withProfile('Remover');
      const [kept] = (await owner.put(url, { ...entry, from: '2020-02-01' })).body[list];
      const gone = (await owner.put(url, { ...entry, from: '2020-01-01' })).body[list][1];
      const { status, body } = await owner.delete(`${url}/${gone._id}`);
      expect({ status, left: body[list] }).toEqual({ status: 200, left: [kept] });
      expect((await owner.get('/api/profile/me')).body).toEqual(body);
      expect(await owner.delete(`${url}/${gone._id}`)).toMatchObject(refusal(404, notFound));
    });

    test('someone else’s finds nothing and leaves it', async () => {
      const owner = await withProfile('Owner');
      const mallory = await withProfile('Mallory');
      const [{ _id }] = (await owner.put(url, entry)).body[list];
      expect(await mallory.delete(`${url}/${_id}`)).toMatchObject(refusal(404, notFound));
      expect(await entriesOf(owner)).toHaveLength(1);
    });

    test('what has no such id is not found', async () => {
      const owner = await withProfile('Lost');
      for (const id of [unknownId, ...malformedIds]) {
        expect(await owner.delete(`${url}/${encodeURIComponent(id)}`), id).toMatchObject(refusal(404, notFound));
      }
    });
  });
}
