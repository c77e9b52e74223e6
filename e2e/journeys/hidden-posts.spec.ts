import { expect, type Member, test } from '../test.ts';

/* Pages for visitors with posts, comments and tags that they may not see. Those of the API are in server/test/api/leaks.test.ts. */

const letters = () => crypto.randomUUID().replaceAll('-', '').slice(0, 20);

interface Scene {
  author: Member;
  handle: string;
  id: string;
  comment: string;
  /** A word in the title and the text of the post, its tag, and a word in the comment. */
  word: string;
  tag: string;
  said: string;
}

/** Pages that visitors can open, and search engines with them. */
const pages = ({ author, handle, id, word, tag, said }: Scene) => [
  '/',
  '/dev',
  '/dev/explore',
  '/dev/explore?feed=top',
  `/dev/explore?tag=${tag}`,
  '/dev/profiles',
  `/dev/profiles?q=${word}`,
  `/dev/profile/${author.id}`,
  `/dev/profile/${author.id}/posts`,
  `/dev/profile/${author.id}/resume`,
  `/dev/@${handle}`,
  `/dev/@${handle}/posts`,
  `/dev/posts/${id}`,
  `/dev/posts/${id}/another-title`,
  `/dev/search?q=${word}`,
  `/dev/search?type=people&q=${word}`,
  `/dev/search?type=comments&q=${said}`,
  `/dev/tags/${tag}`,
  '/dev/posts',
  `/dev/login?to=${encodeURIComponent(`/dev/posts/${id}`)}`,
];

/** Where visitors can read the post, its tag and its comment while they are public. */
const shownOn = ({ id, tag }: Scene) => ({
  // Not `/dev` and `/dev/explore`, which have the newest posts and one of their answers, perhaps those of other tests.
  post: [`/dev/explore?tag=${tag}`, `/dev/posts/${id}`, `/dev/posts/${id}/another-title`],
  comment: [`/dev/posts/${id}`, `/dev/posts/${id}/another-title`],
});

const reasons: Record<string, { hide: (scene: Scene) => Promise<unknown>; hides: 'post' | 'comment' }> = {
  'a post that is for members again': {
    hide: ({ author, id }) => author.call('PATCH', `/api/posts/${id}`, { visibility: 'members', version: 1 }),
    hides: 'post',
  },
  'a deleted post': { hide: ({ author, id }) => author.call('DELETE', `/api/posts/${id}`), hides: 'post' },
  'a post of a deleted account': { hide: ({ author }) => author.call('DELETE', '/api/profile'), hides: 'post' },
  'comments that the author of their post keeps for members': {
    hide: ({ author, id }) => author.call('PATCH', `/api/posts/${id}`, { commentsVisibility: 'members', version: 1 }),
    hides: 'comment',
  },
  'a comment that is for members again': {
    hide: ({ author, id, comment, said }) =>
      author.call('PATCH', `/api/posts/comment/${id}/${comment}`, { text: said, visibility: 'members', version: 1 }),
    hides: 'comment',
  },
};

for (const [reason, { hide, hides }] of Object.entries(reasons))
  test(`no page shows visitors ${reason}`, async ({ members, request }) => {
    const author = await members.signUp('Ada Lowenthal', {});
    const { handle } = await author.call<{ handle: string }>('GET', '/api/auth');
    const [word, tag, said] = [`word${letters()}`, `t${letters()}`, `said${letters()}`];
    const fields = { title: `Title ${word}`, text: `Text ${word}`, tags: [tag], visibility: 'public' };
    const { _id: id } = await author.call('POST', '/api/posts', fields);
    const [comment] = await author.call<{ _id: string }[]>('POST', `/api/posts/comment/${id}`, { text: said, visibility: 'public' });
    const scene: Scene = { author, handle, id, comment: comment?._id ?? '', word, tag, said };
    /** Reads every page. Returns those whose content, headers or address, to which they may redirect, have one of the words, besides the requested address. */
    const readPages = async () => {
      const contents = await Promise.all(
        pages(scene).map(async (path) => {
          const response = await request.get(path);
          const content = `${await response.text()} ${response.url()} ${JSON.stringify(response.headers())}`;
          const echoed = [path, encodeURIComponent(path), ...path.split(/[/?&=]/).filter((part) => part.length > 15)];
          return { path, content: echoed.reduce((rest, part) => rest.replaceAll(part, ''), content) };
        }),
      );
      const pagesWith = (word: string) => contents.filter(({ content }) => content.includes(word)).map(({ path }) => path);
      return { post: pagesWith(word), tag: pagesWith(tag), comment: pagesWith(said) };
    };

    const shown = shownOn(scene);
    const before = await readPages();
    expect(before.post).toEqual(expect.arrayContaining(shown.post));
    expect(before.comment).toEqual(expect.arrayContaining(shown.comment));
    await hide(scene);
    const after = await readPages();
    if (hides === 'post') expect(after).toEqual({ post: [], tag: [], comment: [] });
    else {
      expect(after.comment).toEqual([]);
      expect(after.post).toEqual(expect.arrayContaining(shown.post));
    }
  });
