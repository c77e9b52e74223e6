import { limits, type Profile, socialNetworks, statusOptions, statusPlaceholder } from '@dev-connector/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clientOf } from '../client.ts';
import { crowd, type Person } from '../community.ts';
import { importResume, preview } from '../resumes.ts';
import { openSite } from '../site.ts';

/*
 * A record that leaves by one door and comes in by the other is the same record: to the letter, but for whose it is.
 */

const site = await openSite();
const visitor = clientOf(site);
const newcomer = async () => (await crowd(site, 1))[0] as Person;
/** The exported text, in which everybody has one name. */
const exported = async ({ _id, name }: Person) => (await visitor.get(`/api/profile/user/${_id}/resume`)).raw.replace(name, 'Somebody');

/** Every letter there is, in a text that is not empty; white space within, line breaks and tabs only where a text has several lines. */
const text = (longest: number, lines = false) =>
  fc
    .tuple(
      fc.constantFrom('a', '0', '"', '\\', '-', '𝒳', 'é'),
      fc.string({
        unit: fc.oneof(
          fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
          fc.constantFrom(' ', '\u200d', ',', 'ß', 'İ', ...(lines ? ['\n', '\t'] : [])),
        ),
        maxLength: 12,
      }),
    )
    .map(([first, rest]) => [...(first + rest.replace(lines ? /[\p{Cc}--[\n\t]]/gv : /\p{Cc}/gv, ''))].slice(0, longest).join('').trim());
/** Not the select's placeholder, '0'. */
const status = text(limits.status).filter((label) => label !== statusPlaceholder);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const link = fc.webUrl({ withQueryParameters: true, withFragments: true });
const githubName = fc.constantFrom('ada', 'ada-lowenthal', 'A1');
const pad = (number: number, length: number) => String(number).padStart(length, '0');
const day = fc
  .tuple(fc.integer({ min: 1000, max: 2024 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map(([year, month, date]) => `${pad(year, 4)}-${pad(month, 2)}-${pad(date, 2)}`);
/** Few days, so that entries often begin together. */
const fewDays = fc.oneof(fc.constantFrom('2016-01-01', '2016-01-31', '2017-12-31'), day);
const partial = fc.tuple(fewDays, fc.constantFrom(4, 7, 10)).map(([date, length]) => date.slice(0, length));

/** A profile without its ids, and without whose it is and since when. */
const recordOf = ({ user, date, ...record }: Profile) =>
  JSON.parse(JSON.stringify(record, (key, value) => (key === '_id' ? undefined : value)));

async function expectSameElsewhere(ada: Person): Promise<void> {
  const first = await exported(ada);
  const other = await newcomer();
  const imported = await importResume(other, first);
  expect(imported.status, `${imported.raw} of ${first}`).toBe(200);
  expect(await exported(other)).toBe(first);
  const profile = (await ada.get('/api/profile/me')).body;
  expect(recordOf(imported.body)).toEqual(recordOf(profile));
  // And at home it changes nothing.
  const { fields, skills, experience, education, unfit } = (await preview(ada, first)).body;
  expect({ fields, added: [skills.added, experience.added, education.added], unfit }).toEqual({
    fields: [],
    added: [[], [], []],
    unfit: [],
  });
  expect((await importResume(ada, first)).body).toEqual(profile);
  expect(await exported(ada)).toBe(first);
}

const period = fc.oneof(
  fc.tuple(fewDays, fewDays).map((days) => ({ from: days.toSorted()[0], to: days.toSorted()[1] })),
  fewDays.map((from) => ({ from, current: true })),
  fewDays.map((from) => ({ from })),
);
const profile = fc.record({
  status: fc.oneof(fc.constantFrom(...statusOptions.map(({ value }) => value)), status),
  skills: fc.array(text(limits.skill), { minLength: 1, maxLength: 30 }).map((list) => ['x', ...list]),
  company: maybe(text(limits.company)),
  website: maybe(link),
  location: maybe(text(limits.location)),
  githubusername: maybe(githubName),
  bio: maybe(text(limits.bio, true)),
  ...Object.fromEntries(socialNetworks.map((network) => [network, maybe(link)])),
});
const experience = fc.tuple(
  period,
  fc.record({
    title: text(limits.title),
    company: text(limits.company),
    location: maybe(text(limits.location)),
    description: maybe(text(limits.description, true)),
  }),
);
const education = fc.tuple(
  period,
  fc.record({
    school: text(limits.title),
    degree: text(limits.title),
    fieldofstudy: maybe(text(limits.title)),
    description: maybe(text(limits.description, true)),
  }),
);

test('a profile from the forms comes back the same', async () => {
  const property = fc.asyncProperty(
    profile,
    fc.array(experience, { maxLength: 4 }),
    fc.array(education, { maxLength: 4 }),
    async (fields, worked, learned) => {
      const ada = await newcomer();
      const answers = [await ada.post('/api/profile', fields)];
      for (const [days, entry] of worked) answers.push(await ada.put('/api/profile/experience', { ...entry, ...days }));
      for (const [days, entry] of learned) answers.push(await ada.put('/api/profile/education', { ...entry, ...days }));
      for (const { status, raw } of answers) expect(status, raw).toBe(200);
      await expectSameElsewhere(ada);
    },
  );
  await fc.assert(property, { numRuns: 25 });
}, 120_000);

const dates = fc.oneof(
  fc.tuple(partial, partial).map((both) => ({ startDate: both.toSorted()[0] ?? '', endDate: both.toSorted()[1] })),
  partial.map((startDate) => ({ startDate })),
);
const words = maybe(fc.array(text(60), { maxLength: 3 }));
const resume = fc.record({
  basics: fc.record({
    label: status,
    url: maybe(link),
    summary: maybe(text(100)),
    location: maybe(fc.record({ city: maybe(text(30)), region: maybe(text(30)), countryCode: maybe(fc.constantFrom('GB', 'DE')) })),
    profiles: maybe(
      fc.array(
        fc.record({
          network: fc.constantFrom('GitHub', 'twitter', 'X', 'LinkedIn', 'Facebook', 'YouTube', 'Instagram', 'Elsewhere'),
          username: githubName,
          url: maybe(link),
        }),
        { maxLength: 6 },
      ),
    ),
  }),
  work: maybe(
    fc.array(
      fc
        .tuple(
          dates,
          fc.record({ name: text(60), position: text(60), location: maybe(text(60)), summary: maybe(text(60)), highlights: words }),
        )
        .map(([when, entry]) => ({ ...entry, ...when })),
      { maxLength: 5 },
    ),
  ),
  education: maybe(
    fc.array(
      fc
        .tuple(
          dates,
          fc.record({ institution: text(60), studyType: text(60), area: maybe(text(60)), score: maybe(text(9)), courses: words }),
        )
        .map(([when, entry]) => ({ ...entry, ...when })),
      { maxLength: 5 },
    ),
  ),
  skills: fc
    .array(fc.record({ name: text(limits.skill), keywords: words }), { minLength: 1, maxLength: 8 })
    .map((groups) => [{ name: 'x' }, ...groups]),
});

test('a résumé from elsewhere is the same from then on, its dates as exact as they came', async () => {
  const property = fc.asyncProperty(resume, async (file) => {
    const ada = await newcomer();
    const { status, raw, body } = await importResume(ada, file);
    expect(status, raw).toBe(200);
    const kept = JSON.parse(await exported(ada));
    // All of these fit: an entry that is not there, or a date that is another, is a fault.
    const datesOf = (entries: Array<{ startDate: string; endDate?: string }> = []) =>
      entries.map(({ startDate, endDate = '' }) => `${startDate} ${endDate}`).toSorted();
    expect(datesOf(kept.work)).toEqual(datesOf(file.work));
    expect(datesOf(kept.education)).toEqual(datesOf(file.education));
    for (const { from, to = '9999' } of [...(body as Profile).experience, ...(body as Profile).education]) expect(to >= from).toBe(true);
    await expectSameElsewhere(ada);
  });
  await fc.assert(property, { numRuns: 25 });
}, 120_000);
