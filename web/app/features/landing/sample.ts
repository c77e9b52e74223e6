import { type Comment, listComments, listPublicPosts, type Profile, type PublicPost, postPath, readProfile } from '@dev-connector/contract';
import { queryOptions } from '@tanstack/react-query';
import { type Api, statusOf } from '../../api/client';
import { api } from '../../api/queries';

/** Newest public posts that are considered. */
const considered = 20;
/** First comments that are considered. */
const commentsRead = 10;
/** Maximum UTF-16 units of the HTML of a text. */
const [maxPost, maxComment] = [3000, 1000];
/** Maximum number of skills and of entries of a profile. */
const [skillsShown, entriesShown] = [8, 2];

export type Sample = NonNullable<Awaited<ReturnType<typeof readSample>>>;
export type SampleProfile = NonNullable<Sample['profile']>;

/** What the site looks like to members: a public post that was answered, if possible one with code, one of the first answers, and the profile of the author. */
export const sampleQuery = (call: Api = api) =>
  queryOptions({ queryKey: ['landing sample'], queryFn: ({ signal }) => readSample(call, signal) });

async function readSample(call: Api, signal: AbortSignal) {
  const { data: posts } = await call(listPublicPosts, { query: { limit: considered }, signal });
  const [post] = posts.filter(isShort).sort((a, b) => worth(b) - worth(a));
  if (!post) return null;
  const [comments, profile] = await Promise.all([
    post.commentCount > 0
      ? call(listComments, { params: { id: post._id }, query: { order: 'oldest', limit: commentsRead }, signal })
      : undefined,
    call(readProfile, { params: { userId: post.user }, signal }).catch((error: unknown) => {
      if (statusOf(error) !== 404) throw error;
      return undefined;
    }),
  ]);
  const answers = comments?.data.flatMap((comment) => ('html' in comment && isAnswer(comment) ? [comment] : [])) ?? [];
  const [answer] = answers.sort((a, b) => b.likeCount - a.likeCount || b.html.length - a.html.length);
  return { post: shownOfPost(post), answer: answer && shownOfComment(answer), profile: profile && shownOfProfile(profile.data) };
}

const isShort = ({ html }: PublicPost): boolean => html.length <= maxPost && !html.includes('<img');

const isAnswer = ({ parent, html }: Comment): boolean => !parent && html.length <= maxComment && !html.includes('<img');

const worth = ({ html, commentCount }: PublicPost): number => (commentCount > 0 ? 2 : 0) + (html.includes('<pre') ? 1 : 0);

const shownOfPost = (post: PublicPost) => {
  const { user, name, headline, avatar, title, html, tags, publishedAt, date, likeCount, commentCount } = post;
  const author = { user, name, headline, avatar };
  return { path: postPath(post), author, title, html, tags, date: publishedAt ?? date, likeCount, commentCount };
};

const shownOfComment = ({ name, avatar, html, date }: Comment) => ({ name, avatar, html, date });

const shownOfProfile = ({ user, headline, status, company, location, skills, experience }: Profile) => ({
  user,
  headline,
  status,
  company,
  location,
  skills: skills.slice(0, skillsShown),
  experience: experience.slice(0, entriesShown).map(({ _id, title, company, from, fromPrecision, to, toPrecision }) => ({
    _id,
    title,
    company,
    from,
    fromPrecision,
    to,
    toPrecision,
  })),
});
