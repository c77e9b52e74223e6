import type { Resume } from '@dev-connector/contract';
import type { Client, TestResponse } from './client.ts';

/** A résumé from another source, with most fields filled. */
export const foreign = {
  basics: {
    name: 'Ada Lowenthal',
    label: 'Programmer',
    url: 'engine.example',
    summary: 'I write notes.',
    phone: '+44 20 7946 0000',
    location: { address: '1 Secret Street', postalCode: 'N1', city: 'London', countryCode: 'GB' },
    profiles: [
      { network: 'GitHub', username: 'ada-lowenthal', url: 'https://github.com/ada-lowenthal' },
      { network: 'LinkedIn', username: 'ada' },
      { network: 'X', url: 'https://x.com/ada' },
      { network: 'Mastodon', url: 'https://social.example/@ada' },
    ],
  },
  work: [
    {
      name: 'Engines',
      position: 'Engineer',
      startDate: '2019-03',
      summary: 'Builds engines.',
      highlights: ['First program', 'Second program'],
    },
    { name: 'Looms', position: 'Weaver', location: 'Leeds', startDate: '2016', endDate: '2018-02' },
    { name: 'Salon', position: 'Guest', startDate: '2015-01-02', endDate: '2015-12-30' },
  ],
  education: [
    {
      institution: 'Home',
      studyType: 'Lessons',
      area: 'Logic',
      startDate: '2001',
      endDate: '2004',
      score: '1.0',
      courses: ['Sets', 'Proofs'],
    },
  ],
  skills: [{ name: 'Web', level: 'Master', keywords: ['HTML', 'CSS'] }, { name: 'Mathematics' }],
  languages: [{ language: 'English', fluency: 'Native' }],
} satisfies Resume;

/** Requests a preview of an import. Serializes the résumé unless it is a string. */
export const preview = (member: Client, resume: unknown): Promise<TestResponse> =>
  member.post('/api/profile/resume/preview', { resume: typeof resume === 'string' ? resume : JSON.stringify(resume) });

export const importResume = (member: Client, resume: unknown, choices: object = {}): Promise<TestResponse> =>
  member.put('/api/profile/resume', { resume: typeof resume === 'string' ? resume : JSON.stringify(resume), ...choices });

/** Résumés with every field of a version of JSON Resume, and invented values. */
export const completeResumes: Record<string, object> = {
  '1.0.0': {
    $schema: 'https://schema.example/v1.0.0/schema.json',
    basics: {
      name: 'Maren Oakley',
      label: 'Platform engineer',
      image: 'https://pictures.example/maren.jpg',
      email: 'maren@oakley.example',
      phone: '+44 20 7946 0123',
      url: 'https://oakley.example/',
      summary: 'Builds quiet systems.\n\nAlso teaches.',
      location: { address: '1 Mill Lane', postalCode: 'LS1', city: 'Leeds', countryCode: 'GB', region: 'Yorkshire' },
      profiles: [
        { network: 'Codeberg', username: 'moakley', url: 'https://code.example/moakley' },
        { network: 'Mastodon', username: '@maren' },
      ],
    },
    work: [
      {
        name: 'Tidewater Ltd',
        location: 'Hull',
        description: 'A shipping company',
        position: 'Lead engineer',
        url: 'https://tidewater.example/',
        startDate: '2015-03',
        endDate: '2018-06-30',
        summary: 'Ran the platform.',
        highlights: ['Halved the build time', 'Moved 40 services'],
      },
    ],
    volunteer: [
      {
        organization: 'Code Barn',
        position: 'Mentor',
        url: 'https://barn.example/',
        startDate: '2012',
        endDate: '2013',
        summary: 'Weekend classes.',
        highlights: ['Taught 30 pupils'],
      },
    ],
    education: [
      {
        institution: 'Northern College',
        url: 'https://college.example/',
        area: 'Computing',
        studyType: 'BSc',
        startDate: '2011',
        endDate: '2014',
        score: '4.0',
        courses: ['CS101 Logic', 'CS202 Compilers'],
      },
    ],
    awards: [{ title: 'Best Talk', date: '2016-11-01', awarder: 'DevDays', summary: 'For a talk about queues.' }],
    certificates: [{ name: 'Cloud Operator', date: '2019-05', url: 'https://cert.example/42', issuer: 'Cloud Guild' }],
    publications: [
      {
        name: 'Queues in practice',
        publisher: 'Harbour Press',
        releaseDate: '2017-02',
        url: 'https://press.example/queues',
        summary: 'A short book.',
      },
    ],
    skills: [
      { name: 'Backend', level: 'Expert', keywords: ['PHP MVC (Custom, Cake, CodeIgniter)', 'PostgreSQL'] },
      { name: 'Rust', level: 'Learning' },
    ],
    languages: [{ language: 'English', fluency: 'Native' }],
    interests: [{ name: 'Hills', keywords: ['Walking', 'Maps'] }],
    references: [{ name: 'Ines Faro', reference: 'A calm colleague.' }],
    projects: [
      {
        name: 'Ferrywatch',
        description: 'Tracks ferries.',
        highlights: ['Used by 3 ports'],
        keywords: ['GTFS', 'Maps API'],
        startDate: '2016',
        endDate: '2017',
        url: 'https://ferry.example/',
        roles: ['Team lead', 'Designer'],
        entity: 'Harbour Labs',
        type: 'application',
      },
    ],
    meta: { canonical: 'https://schema.example/maren.json', version: 'v1.0.0', lastModified: '2020-01-01T00:00:00' },
  },
  '0.0.16': {
    basics: {
      name: 'Tobias Lindqvist',
      label: 'Web developer',
      picture: 'https://pictures.example/tobias.png',
      email: 'tobias@lindqvist.example',
      phone: '(912) 555-4321',
      website: 'https://lindqvist.example/',
      summary: 'Writes small programs.',
      location: { address: '2 Quay', postalCode: 'B2', city: 'Bristol', countryCode: 'GB', region: 'Avon' },
      profiles: [{ network: 'SoundCloud', username: 'tlind', url: 'https://sound.example/tlind' }],
    },
    work: [
      {
        company: 'Acme',
        position: 'Dev',
        website: 'https://acme.example/',
        startDate: '2015-03-01',
        endDate: '2018-06-01',
        summary: 'Made parts.',
        highlights: ['Shipped the shop'],
      },
    ],
    volunteer: [
      {
        organization: 'Food Bank',
        position: 'Driver',
        website: 'https://food.example/',
        startDate: '2010-01-01',
        endDate: '2011-01-01',
        summary: 'Drove a van.',
        highlights: ['Never late'],
      },
    ],
    education: [
      {
        institution: 'West University',
        area: 'Physics',
        studyType: 'Bachelor',
        startDate: '2011',
        endDate: '2014',
        gpa: '3.9',
        courses: ['P1 Optics'],
      },
    ],
    awards: [{ title: 'Prize', date: '2016-11-01', awarder: 'Guild', summary: 'First place.' }],
    publications: [
      {
        name: 'On Parts',
        publisher: 'Quay Books',
        releaseDate: '2014-10-01',
        website: 'https://books.example/parts',
        summary: 'About parts.',
      },
    ],
    skills: [{ name: 'Web', level: 'Master', keywords: ['HTML', 'CSS'] }],
    languages: [{ language: 'Swedish', fluency: 'Fluent' }],
    interests: [{ name: 'Birds', keywords: ['Owls'] }],
    references: [{ name: 'Ada Moss', reference: 'Reliable.' }],
  },
};

/** Returns the value at a place such as `work[2].name`. */
export const valueAt = (file: object, place: string): unknown =>
  place
    .split(/[.[\]]+/)
    .filter(Boolean)
    .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], file);
