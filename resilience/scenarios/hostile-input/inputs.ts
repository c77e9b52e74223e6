import { limits } from '@dev-connector/contract';

interface HostileInput {
  method: string;
  path: string;
  /** The body; `factor` 1 gives the full size, 0.5 half of it. */
  body(factor: number): string;
}

const repeat = (text: string, count: number): string => text.repeat(Math.floor(count));
const list = <T>(length: number, item: (index: number) => T): T[] => Array.from({ length: Math.floor(length) }, (_, index) => item(index));
/** Distinct characters, because the cost of punycode grows with their number. */
const cjk = (length: number): string => list(length, (index) => String.fromCodePoint(0x4e00 + index)).join('');
const post = (path: string, body: (factor: number) => unknown): HostileInput => ({
  method: 'POST',
  path,
  body: (factor) => JSON.stringify(body(factor)),
});
const preview = (resume: (factor: number) => unknown): HostileInput =>
  post('/api/profile/resume/preview', (factor) => {
    const value = resume(factor);
    return { resume: typeof value === 'string' ? value : JSON.stringify(value) };
  });
const raw = (path: string, body: (factor: number) => string): HostileInput => ({ method: 'POST', path, body });
const account = { name: 'Ada', password: 'a long enough passphrase 4 me' };
const profile = { status: 'Developer', skills: 'SQL' };

const characters = limits.resume - 1000;
const bytes = limits.body - 1000;

/** Bodies below every size limit that are expensive for naive parsers. */
export const hostileInputs: Record<string, HostileInput> = {
  'a résumé on one line': preview((factor) => ({
    work: list((factor * characters) / 60, (index) => ({ name: `Company ${index}`, position: 1, startDate: 'x' })),
  })),
  'a résumé with one long string': preview((factor) => `{"basics":{"name":1,"summary":"${repeat('x', factor * characters)}"}}`),
  'a résumé of brackets': preview((factor) => repeat('[', factor * characters)),
  'a résumé of line breaks': preview((factor) => repeat('\n', factor * characters)),
  'a résumé of repeated keys': preview((factor) => `{${repeat('"a":1,', (factor * characters) / 6)}"a":1}`),
  'a résumé with 66 CJK links': preview((factor) => ({
    basics: { profiles: list(66, (index) => ({ network: `Network ${index}`, url: `https://${cjk(factor * 5200)}.example` })) },
  })),
  'a résumé with long skills': preview((factor) => ({
    skills: list(limits.resumeList - 1, (index) => ({ name: `${index}${repeat('x', factor * 900)}`, keywords: [] })),
  })),
  'an e-mail of CJK characters': post('/api/users', (factor) => ({ ...account, email: `${cjk(factor * 5200)}@example.org` })),
  'an e-mail with a CJK domain': post('/api/users', (factor) => ({ ...account, email: `ada@${cjk(factor * 5200)}.example` })),
  'a sign-in with a CJK domain': post('/api/auth', (factor) => ({ email: `ada@${cjk(factor * 5200)}.example`, password: 'x' })),
  'an e-mail of dots': post('/api/users', (factor) => ({ ...account, email: `a@${repeat('a.', factor * 200_000)}` })),
  'an e-mail of combining marks': post('/api/auth', (factor) => ({ email: `a${repeat('\u0301', factor * 300_000)}@b.c`, password: 'x' })),
  'a link of CJK characters': post('/api/profile', (factor) => ({ ...profile, website: `https://${cjk(factor * 5200)}.example` })),
  'five links of CJK characters': post('/api/profile', (factor) => ({
    ...profile,
    ...Object.fromEntries(
      ['twitter', 'facebook', 'youtube', 'linkedin', 'instagram'].map((name) => [name, `https://${cjk(factor * 5200)}.example`]),
    ),
  })),
  'skills of commas': post('/api/profile', (factor) => ({ ...profile, skills: repeat(',', factor * bytes) })),
  'many different skills': post('/api/profile', (factor) => ({ ...profile, skills: list((factor * bytes) / 12, (index) => `s${index}`) })),
  'one skill of spaces': post('/api/profile', (factor) => ({ ...profile, skills: [repeat(' ', factor * bytes)] })),
  'a post of spaces': post('/api/posts', (factor) => ({ text: `${repeat(' ', factor * bytes)}x` })),
  'a post of zero-width characters': post('/api/posts', (factor) => ({ text: repeat('\u200b', (factor * bytes) / 3) })),
  'a name of surrogates': post('/api/users', (factor) => ({ ...account, name: repeat('𝒳', (factor * bytes) / 4), email: 'a@b.c' })),
  'a body of brackets': raw('/api/posts', (factor) => repeat('[', factor * bytes)),
  'a body of closed brackets': raw('/api/posts', (factor) => repeat('[', (factor * bytes) / 2) + repeat(']', (factor * bytes) / 2)),
  'a body of keys': raw('/api/posts', (factor) => `{${list((factor * bytes) / 14, (index) => `"k${index}":1`).join(',')}}`),
  'a body of repeated keys': raw('/api/posts', (factor) => `{${repeat('"a":1,', (factor * bytes) / 6)}"a":1}`),
  'a body of lone surrogates': raw('/api/posts', (factor) => `{"text":"${repeat('\\ud800', (factor * bytes) / 6)}"}`),
  'a body of escapes': raw('/api/posts', (factor) => `{"text":"${repeat('\\u0000', (factor * bytes) / 6)}"}`),
  'a body of one number': raw('/api/posts', (factor) => `{"text":${repeat('9', factor * bytes)}}`),
};
