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
