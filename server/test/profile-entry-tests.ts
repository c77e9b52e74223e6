import { limits } from '@dev-connector/contract';
import { describe, expect, test } from 'vitest';
import { clientOf, errorResponse } from './client.ts';
import { createMember, malformedIds, saveProfile, type TestMember, unknownId } from './members.ts';
import type { Site } from './site.ts';

export interface EntryFixture {
  list: 'experience' | 'education';
  /** Required text fields and their messages. */
  required: Record<string, string>;
  /** Optional text fields. */
  optional: string[];
  notFound: string;
  full: string;
}

const inDays = (days: number) => Temporal.Now.plainDateISO('UTC').add({ days }).toString();

/** Defines the tests that experience and education entries share. */
export function testProfileEntries(site: Site, { list, required, optional, notFound, full }: EntryFixture): void {
  const url = `/api/profile/${list}`;
  const texts = Object.fromEntries([...Object.keys(required), ...optional].map((field) => [field, `The ${field}`]));
  const entry = { ...texts, from: '2020-01-31', to: '2021-02-28', current: false };
  const entriesOf = async (owner: TestMember) => (await owner.get('/api/profile/me')).body[list];
  const withProfile = async (name: string) => {
    const person = await createMember(site, name, `${name.toLowerCase()}-${Math.random()}@example.org`);
    await saveProfile(person);
    return person;
  };

  test('adds the entry to the profile unchanged', async () => {
    const owner = await withProfile('Whole');
    const { status, body } = await owner.put(url, entry);
    expect(status).toBe(200);
    expect(body[list]).toEqual([{ _id: expect.any(String), ...entry }]);
    expect((await owner.get('/api/profile/me')).body).toEqual(body);
  });

  test('accepts an entry with only the required fields', async () => {
    const owner = await withProfile('Sparse');
    const minimal = Object.fromEntries(Object.keys(required).map((field) => [field, 'x']));
    const { body } = await owner.put(url, {
      ...minimal,
      from: '2020-01-31',
      to: '',
      ...Object.fromEntries(optional.map((field) => [field, ' '])),
    });
    const added = { _id: expect.any(String), ...minimal, from: '2020-01-31', current: false };
    expect(body[list]).toEqual([added]);
    const absent = Object.fromEntries([...optional, 'to', 'current'].map((field) => [field, null]));
    expect((await owner.put(url, { ...minimal, from: '2020-01-31', ...absent })).body[list]).toEqual([added, added]);
  });

  test('reports every missing required field and adds nothing', async () => {
    const owner = await withProfile('Lacking');
    const messages = { ...required, from: 'From date is required' };
    const errors = Object.entries(messages).map(([field, msg]) => ({ msg, code: 'fieldRequired', field }));
    const blank = Object.fromEntries(Object.keys(messages).map((field) => [field, ' \u200b']));
    for (const body of [{}, blank]) {
      const response = await owner.put(url, body);
      expect(response.status).toBe(400);
      expect(response.body.errors).toHaveLength(errors.length);
      expect(response.body.errors).toEqual(expect.arrayContaining(errors));
    }
    expect(await entriesOf(owner)).toEqual([]);
  });

  test('returns 404 for a member without a profile', async () => {
    const bare = await createMember(site, 'Bare', `bare-${Math.random()}@example.org`);
    expect(await bare.put(url, entry)).toMatchObject(errorResponse(404, 'There is no profile for this user'));
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
    ])('%j is stored as %j in any time zone', async ([input, stored]) => {
      const owner = await withProfile('Dated');
      expect((await owner.put(url, { ...entry, from: input })).body[list][0].from).toBe(stored);
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
      ['2020-01-01'],
    ])('rejects %j in either field', async (date) => {
      const owner = await withProfile('Misdated');
      for (const field of ['from', 'to']) {
        expect(await owner.put(url, { ...entry, [field]: date })).toMatchObject({ status: 400, body: { errors: [{ field }] } });
      }
      expect(await entriesOf(owner)).toEqual([]);
    });

    test('rejects a from date in the future', async () => {
      const owner = await withProfile('Future');
      expect((await owner.put(url, { ...entry, from: inDays(0), to: '' })).status).toBe(200);
      const late = await owner.put(url, { ...entry, from: inDays(2), to: '' });
      expect(late).toMatchObject(errorResponse(400, 'From date must not be in the future', 'from'));
      expect(await entriesOf(owner)).toHaveLength(1);
    });

    test('rejects a to date before the from date', async () => {
      const owner = await withProfile('Backward');
      expect((await owner.put(url, { ...entry, from: '2020-01-31', to: '2020-01-31' })).status).toBe(200);
      const early = await owner.put(url, { ...entry, from: '2020-01-31', to: '2020-01-30' });
      expect(early).toMatchObject(errorResponse(400, 'To date must not be before the from date', 'to'));
      expect(await entriesOf(owner)).toHaveLength(1);
    });

    test('discards the to date of a current entry', async () => {
      const owner = await withProfile('Current');
      const { body } = await owner.put(url, { ...entry, to: '2019-01-01', current: true });
      expect(body[list]).toEqual([{ ...entry, to: undefined, current: true, _id: expect.any(String) }]);
    });

    test('sorts the entries by from date, newest first', async () => {
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

  test.for(['true', 1, 0, 'on'])('rejects %j as the value of current', async (current) => {
    const owner = await withProfile('Coerced');
    expect(await owner.put(url, { ...entry, current })).toMatchObject(errorResponse(400, 'Current must be true or false', 'current'));
  });

  test('stores all of 30 entries added concurrently', async () => {
    const owner = await withProfile('Parallel');
    const [name = ''] = Object.keys(required);
    const names = Array.from({ length: 30 }, (_, index) => `Number ${index}`);
    const responses = await Promise.all(names.map((text) => owner.put(url, { ...entry, [name]: text })));
    expect(responses.map(({ status }) => status)).toEqual(names.map(() => 200));
    expect((await entriesOf(owner)).map((stored: Record<string, string>) => stored[name]).toSorted()).toEqual(names.toSorted());
  });

  test('enforces the maximum number of entries, even for concurrent requests', async () => {
    const owner = await withProfile('Full');
    for (let remaining = limits.entries - 2; remaining > 0; remaining -= 14)
      await Promise.all(Array.from({ length: 14 }, () => owner.put(url, entry)));
    const last = await Promise.all(Array.from({ length: 5 }, () => owner.put(url, entry)));
    expect(last.filter(({ status }) => status === 200)).toHaveLength(2);
    for (const refused of last.filter(({ status }) => status !== 200)) expect(refused).toMatchObject(errorResponse(400, full));
    expect(await entriesOf(owner)).toHaveLength(limits.entries);
  });

  describe('precision', () => {
    test('is returned, and makes dates the first and last day of the time', async () => {
      const owner = await withProfile('Precise');
      const sent = { ...entry, from: '2018-12-17', fromPrecision: 'month', to: '2020-02-03', toPrecision: 'month' };
      const { body } = await owner.put(url, sent);
      expect(body[list]).toEqual([{ _id: expect.any(String), ...sent, from: '2018-12-01', to: '2020-02-29' }]);
      const years = { ...entry, from: '2018-12-17', fromPrecision: 'year', to: '2018-01-01', toPrecision: 'year' };
      expect((await owner.put(url, years)).body[list][1]).toMatchObject({ from: '2018-01-01', to: '2018-12-31' });
    });

    test.for(['day', '', null])('%j is the default, which is absent from the response', async (precision) => {
      const owner = await withProfile('Default');
      const { body } = await owner.put(url, { ...entry, fromPrecision: precision, toPrecision: precision });
      expect(body[list]).toEqual([{ _id: expect.any(String), ...entry }]);
    });

    test('of the to date is discarded with the to date', async () => {
      const owner = await withProfile('Ongoing');
      const { body } = await owner.put(url, { ...entry, toPrecision: 'month', current: true });
      expect(body[list][0]).not.toHaveProperty('toPrecision');
    });

    test('must be known', async () => {
      const owner = await withProfile('Vague');
      const msg = 'From precision must be day, month or year';
      expect(await owner.put(url, { ...entry, fromPrecision: 'decade' })).toMatchObject(errorResponse(400, msg, 'fromPrecision'));
    });
  });

  describe('replacing', () => {
    test('replaces all fields of only that entry, which keeps its id', async () => {
      const owner = await withProfile('Replacer');
      const [other] = (await owner.put(url, { ...entry, from: '2020-02-01' })).body[list];
      const { _id } = (await owner.put(url, { ...entry, toPrecision: 'month' })).body[list][1];
      const minimal = { ...Object.fromEntries(Object.keys(required).map((field) => [field, 'New'])), from: '2021-01-01' };
      const { status, body } = await owner.put(`${url}/${_id}`, { ...minimal, current: true });
      expect({ status, entries: body[list] }).toEqual({ status: 200, entries: [{ _id, ...minimal, current: true }, other] });
      expect((await owner.get('/api/profile/me')).body).toEqual(body);
    });

    test('validates like adding, and changes nothing if invalid', async () => {
      const owner = await withProfile('Checked');
      const { body } = await owner.put(url, entry);
      const address = `${url}/${body[list][0]._id}`;
      expect((await owner.put(address, {})).body.errors).toHaveLength(Object.keys(required).length + 1);
      expect(await owner.put(address, { ...entry, to: '2019-01-01' })).toMatchObject(
        errorResponse(400, 'To date must not be before the from date', 'to'),
      );
      expect(await owner.put(address, { ...entry, from: inDays(2) })).toMatchObject(
        errorResponse(400, 'From date must not be in the future', 'from'),
      );
      expect((await owner.get('/api/profile/me')).body).toEqual(body);
    });

    test('returns 404 for another member’s entry, an unknown one and a removed one, and changes nothing', async () => {
      const [owner, mallory] = [await withProfile('Owner'), await withProfile('Mallory')];
      const [stored] = (await owner.put(url, entry)).body[list];
      const changed = { ...entry, from: '2020-01-01' };
      expect(await mallory.put(`${url}/${stored._id}`, changed)).toMatchObject(errorResponse(404, notFound));
      expect(await entriesOf(owner)).toEqual([stored]);
      expect(await entriesOf(mallory)).toEqual([]);
      await owner.delete(`${url}/${stored._id}`);
      for (const id of [stored._id, unknownId, ...malformedIds])
        expect(await owner.put(`${url}/${encodeURIComponent(id)}`, changed), id).toMatchObject(errorResponse(404, notFound));
      expect(await entriesOf(owner)).toEqual([]);
    });

    test('returns 401 without a token', async () => {
      const owner = await withProfile('Anonymous');
      const [stored] = (await owner.put(url, entry)).body[list];
      expect((await clientOf(site).put(`${url}/${stored._id}`, { ...entry, from: '2020-01-01' })).status).toBe(401);
      expect(await entriesOf(owner)).toEqual([stored]);
    });

    test('returns 404 for a member without a profile', async () => {
      const bare = await createMember(site, 'Bare', `bare-${Math.random()}@example.org`);
      expect(await bare.put(`${url}/${unknownId}`, entry)).toMatchObject(errorResponse(404, 'There is no profile for this user'));
    });
  });

  describe('removing', () => {
    test('removes only that entry', async () => {
      const owner = await withProfile('Remover');
      const [other] = (await owner.put(url, { ...entry, from: '2020-02-01' })).body[list];
      const removed = (await owner.put(url, { ...entry, from: '2020-01-01' })).body[list][1];
      const { status, body } = await owner.delete(`${url}/${removed._id}`);
      expect({ status, remaining: body[list] }).toEqual({ status: 200, remaining: [other] });
      expect((await owner.get('/api/profile/me')).body).toEqual(body);
    });

    test('returns 200 with the profile if the entry is gone already, even for concurrent requests', async () => {
      const owner = await withProfile('Repeater');
      const [{ _id }] = (await owner.put(url, entry)).body[list];
      const responses = await Promise.all(Array.from({ length: 4 }, () => owner.delete(`${url}/${_id}`)));
      const profile = (await owner.get('/api/profile/me')).body;
      expect(profile[list]).toEqual([]);
      for (const { status, body } of [...responses, await owner.delete(`${url}/${unknownId}`)])
        expect({ status, body }).toEqual({ status: 200, body: profile });
    });

    test('returns 404 for a member without a profile', async () => {
      const bare = await createMember(site, 'Bare', `bare-${Math.random()}@example.org`);
      expect(await bare.delete(`${url}/${unknownId}`)).toMatchObject(errorResponse(404, 'There is no profile for this user'));
    });

    test('returns 404 for another member’s entry and keeps it', async () => {
      const owner = await withProfile('Owner');
      const mallory = await withProfile('Mallory');
      const [{ _id }] = (await owner.put(url, entry)).body[list];
      expect(await mallory.delete(`${url}/${_id}`)).toMatchObject(errorResponse(404, notFound));
      expect(await entriesOf(owner)).toHaveLength(1);
    });

    test('returns 404 for malformed ids', async () => {
      const owner = await withProfile('Lost');
      for (const id of malformedIds) {
        expect(await owner.delete(`${url}/${encodeURIComponent(id)}`), id).toMatchObject(errorResponse(404, notFound));
      }
    });
  });
}
