import { limits, openToOptions, type Profile, precisions, socialNetworks, statusOptions, statusPlaceholder } from '@dev-connector/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clientOf } from '../client.ts';
import { createMembers, type TestMember } from '../members.ts';
import { importResume, preview } from '../resumes.ts';
import { openSite } from '../site.ts';

/*
 * Property-based test: a profile that is exported and imported into another account is identical, except for its owner.
 */

const site = await openSite();
const visitor = clientOf(site);
const newMember = async () => (await createMembers(site, 1))[0] as TestMember;
/** Returns the exported JSON, with the name and the address of the picture replaced. */
const exportOf = async ({ _id, name }: TestMember) =>
  (await visitor.get(`/api/profile/user/${_id}/resume`)).raw.replace(name, 'Somebody').replace(`/api/avatars/${_id}`, '/picture');

/** Generates non-empty text with any character; line breaks and tabs only if `multiline`. */
const text = (max: number, multiline = false) =>
  fc
    .tuple(
      fc.constantFrom('a', '0', '"', '\\', '-', '𝒳', 'é'),
      fc.string({
        unit: fc.oneof(
          fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
          fc.constantFrom(' ', '\u200d', ',', 'ß', 'İ', ...(multiline ? ['\n', '\t'] : [])),
        ),
        maxLength: 12,
      }),
    )
    .map(([first, rest]) => [...(first + rest.replace(multiline ? /[\p{Cc}--[\n\t]]/gv : /\p{Cc}/gv, ''))].slice(0, max).join('').trim());
/** Excludes the placeholder of the select, '0'. */
const status = text(limits.status).filter((label) => label !== statusPlaceholder);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const link = fc.webUrl({ withQueryParameters: true, withFragments: true });
const githubName = fc.constantFrom('ada', 'ada-lowenthal', 'A1');
const pad = (number: number, length: number) => String(number).padStart(length, '0');
const day = fc
  .tuple(fc.integer({ min: 1000, max: 2024 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map(([year, month, date]) => `${pad(year, 4)}-${pad(month, 2)}-${pad(date, 2)}`);
/** Repeats some days, so that several entries often start on the same day. */
const repeatedDay = fc.oneof(fc.constantFrom('2016-01-01', '2016-01-31', '2017-12-31'), day);
const partial = fc.tuple(repeatedDay, fc.constantFrom(4, 7, 10)).map(([date, length]) => date.slice(0, length));

/** Returns a profile without its ids, user and date. */
const recordOf = ({ user, date, ...record }: Profile) =>
  JSON.parse(JSON.stringify(record, (key, value) => (key === '_id' ? undefined : value)));

async function expectRoundTrip(ada: TestMember): Promise<void> {
  const first = await exportOf(ada);
  const other = await newMember();
  const imported = await importResume(other, first);
  expect(imported.status, `${imported.raw} of ${first}`).toBe(200);
  expect(await exportOf(other)).toBe(first);
  const profile = (await ada.get('/api/profile/me')).body;
  expect(recordOf(imported.body)).toEqual(recordOf(profile));
  // Importing it into the original account changes nothing.
  const { fields, links, skills, experience, education, invalid } = (await preview(ada, first)).body;
  expect({ fields, added: [links, skills.added, experience.added, education.added], invalid }).toEqual({
    fields: [],
    added: [[], [], [], []],
    invalid: [],
  });
  expect((await importResume(ada, first)).body).toEqual(profile);
  expect(await exportOf(ada)).toBe(first);
}

const precision = maybe(fc.constantFrom(...precisions));
const period = fc.oneof(
  fc.tuple(repeatedDay, repeatedDay, precision).map(([one, other, toPrecision]) => {
    const [from, to] = [one, other].toSorted();
    return { from, to, toPrecision };
  }),
  fc.tuple(repeatedDay, precision).map(([from, fromPrecision]) => ({ from, fromPrecision, current: true })),
  repeatedDay.map((from) => ({ from })),
);
const profile = fc.record({
  status: fc.oneof(fc.constantFrom(...statusOptions.map(({ value }) => value)), status),
  skills: fc.array(text(limits.skill), { minLength: 1, maxLength: 30 }).map((list) => ['x', ...list]),
  company: maybe(text(limits.company)),
  website: maybe(link),
  location: maybe(text(limits.location)),
  githubusername: maybe(githubName),
  bio: maybe(text(limits.bio, true)),
  headline: maybe(text(limits.headline)),
  pronouns: maybe(text(limits.pronouns)),
  openTo: maybe(fc.subarray(openToOptions.map(({ value }) => value))),
  links: maybe(
    fc.array(
      fc.record({
        label: maybe(text(limits.linkLabel)),
        url: fc.oneof(
          link,
          githubName.map((name) => `https://gitlab.com/${name}`),
        ),
      }),
      {
        maxLength: limits.profileLinks,
      },
    ),
  ),
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

test('a profile is identical after an export and an import', async () => {
  const property = fc.asyncProperty(
    profile,
    fc.array(experience, { maxLength: 4 }),
    fc.array(education, { maxLength: 4 }),
    async (fields, experiences, educations) => {
      const ada = await newMember();
      const responses = [await ada.post('/api/profile', fields)];
      for (const [days, entry] of experiences) responses.push(await ada.put('/api/profile/experience', { ...entry, ...days }));
      for (const [days, entry] of educations) responses.push(await ada.put('/api/profile/education', { ...entry, ...days }));
      for (const { status, raw } of responses) expect(status, raw).toBe(200);
      await expectRoundTrip(ada);
    },
  );
  await fc.assert(property, { numRuns: 25 });
}, 120_000);

const dates = fc.oneof(
  fc.tuple(partial, partial).map((both) => ({ startDate: both.toSorted()[0] ?? '', endDate: both.toSorted()[1] })),
  partial.map((startDate) => ({ startDate })),
);
const texts = maybe(fc.array(text(60), { maxLength: 3 }));
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
          fc.record({ name: text(60), position: text(60), location: maybe(text(60)), summary: maybe(text(60)), highlights: texts }),
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
          fc.record({ institution: text(60), studyType: text(60), area: maybe(text(60)), score: maybe(text(9)), courses: texts }),
        )
        .map(([when, entry]) => ({ ...entry, ...when })),
      { maxLength: 5 },
    ),
  ),
  skills: fc
    .array(fc.record({ name: text(limits.skill), keywords: texts }), { minLength: 1, maxLength: 8 })
    .map((groups) => [{ name: 'x' }, ...groups]),
});

test('an imported résumé keeps the precision of its dates and is identical after another round trip', async () => {
  const property = fc.asyncProperty(resume, async (file) => {
    const ada = await newMember();
    const { status, raw, body } = await importResume(ada, file);
    expect(status, raw).toBe(200);
    const stored = JSON.parse(await exportOf(ada));
    // Every entry is valid, so a missing entry or a changed date is an error.
    const datesOf = (entries: Array<{ startDate: string; endDate?: string }> = []) =>
      entries.map(({ startDate, endDate = '' }) => `${startDate} ${endDate}`).toSorted();
    expect(datesOf(stored.work)).toEqual(datesOf(file.work));
    expect(datesOf(stored.education)).toEqual(datesOf(file.education));
    for (const { from, to = '9999' } of [...(body as Profile).experience, ...(body as Profile).education]) expect(to >= from).toBe(true);
    await expectRoundTrip(ada);
  });
  await fc.assert(property, { numRuns: 25 });
}, 120_000);
