import { expect, test } from 'vitest';
import { seqOf } from '../../src/platform/db/search.ts';
import { createMember } from '../members.ts';
import { renumber } from '../search-community.ts';
import { openSite } from '../site.ts';

const day = 24 * 60 * 60 * 1000; // ms
const titles = ['Alpha and beta', 'Alpha', 'Beta', undefined];

/** Ages of the posts in days: many or few in the last days, the others over years. */
const ages: Record<string, (index: number) => number> = {
  'many of the last hours': (index) => index * 0.001,
  'many of the last days': (index) => (index < 12 ? index * 0.3 : index * 40),
  'few of the last days': (index) => index * 7,
};

test.for(Object.entries(ages))('finds all ranks in order, page by page, among %s', async ([, ageOf]) => {
  const site = await openSite();
  const ada = await createMember(site, 'Ada');
  const posts: string[] = [];
  for (let index = 0; index < 28; index++) {
    const { body } = await ada.post('/api/posts', {
      text: index % 7 === 0 ? 'alpha' : 'Alpha, beta',
      title: titles[index % titles.length],
    });
    posts.unshift(body._id);
  }
  await renumber(
    site.db,
    posts.map((id, index) => [id, seqOf('post', Date.now() - ageOf(index) * day) - index]),
  );

  const indexOf = (id: string) => 27 - posts.indexOf(id);
  const matching = posts.filter((id) => indexOf(id) % 7 !== 0 || [0, 2].includes(indexOf(id) % 4));
  const withTitle = (...places: number[]) => matching.filter((id) => places.includes(indexOf(id) % 4));
  for (const limit of [100, 5]) {
    const found: string[] = [];
    for (let url: string | undefined = `/api/search?q=beta+alpha&limit=${limit}`; url; ) {
      const { body, headers } = await ada.get(url);
      found.push(...body.map(({ _id }: { _id: string }) => _id));
      url = /<(.+)>; rel="next"/.exec(headers.link ?? '')?.[1];
    }
    expect(found.map(indexOf)).toEqual([...withTitle(0), ...withTitle(1, 2), ...withTitle(3)].map(indexOf));
  }
});
