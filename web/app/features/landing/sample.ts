import {
  type Comment,
  listComments,
  listProfiles,
  listPublicPosts,
  type Profile,
  type PublicPost,
  postPath,
  textOfHtml,
  withPublicTags,
} from '@dev-connector/contract';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../api/client';
import { api } from '../../api/queries';
import { clampedLines } from '../posts/card/ClampedText';
import { fieldTags } from '../tags/PostTags';
import { newestCount } from './landing-queries';

/** Newest public posts that are considered. */
const considered = 8;
/** First comments that are considered. */
const commentsRead = 5;
/** Newest profiles that are considered. */
const profilesRead = 3;
/** Maximum UTF-16 units of the HTML of a text. */
const [maxPost, maxComment] = [3000, 1000];
/** Maximum number of skills and of entries of a profile. */
const [skillsShown, entriesShown] = [8, 2];

export type Sample = NonNullable<Awaited<ReturnType<typeof readSample>>>;
export type SampleProfile = NonNullable<Sample['profile']>;

/** What the site looks like to members: a public post that was answered, if possible one with code, one of the first answers, and one of the newest profiles, if possible of the author or with experience. */
export const sampleQuery = (call: Api = api) =>
  queryOptions({ queryKey: ['landing sample'], queryFn: ({ signal }) => readSample(call, signal) });

async function readSample(call: Api, signal: AbortSignal) {
  const { data: posts } = await call(listPublicPosts, { query: { limit: considered }, signal });
  const unlistedFirst = [...posts.slice(newestCount), ...posts.slice(0, newestCount)];
  const [post] = unlistedFirst.filter(isShort).sort((a, b) => worth(b) - worth(a));
  if (!post) return null;
  const [comments, { data: profiles }] = await Promise.all([
    post.commentCount > 0
      ? call(listComments, { params: { id: post._id }, query: { order: 'oldest', limit: commentsRead }, signal })
      : undefined,
    call(listProfiles, { query: { limit: profilesRead }, signal }),
  ]);
  const profile =
    profiles.find(({ user }) => user._id === post.user) ?? profiles.find(({ experience }) => experience.length > 0) ?? profiles[0];
  const answers = comments?.data.flatMap((comment) => ('html' in comment && isAnswer(comment) ? [comment] : [])) ?? [];
  const [answer] = answers.sort((a, b) => b.likeCount - a.likeCount || b.html.length - a.html.length);
  return { post: shownOfPost(post), answer: answer && shownOfComment(answer), profile: profile && shownOfProfile(profile) };
}

const isShort = ({ html }: PublicPost): boolean => html.length <= maxPost && !html.includes('<img');

const isAnswer = ({ parent, html }: Comment): boolean => !parent && html.length <= maxComment && !html.includes('<img');

const worth = ({ html, commentCount }: PublicPost): number => (commentCount > 0 ? 2 : 0) + (html.includes('<pre') ? 1 : 0);

/** The HTML with tags that lead to public posts and headings one level deeper, below the heading of the post, and whether it has more lines than a clamped text shows. */
const shownOfText = (html: string) => ({
  html: withPublicTags(html).replace(/(<\/?h)([3-5])\b/g, (_, tag: string, level: string) => `${tag}${Number(level) + 1}`),
  isLong: textOfHtml(html).split('\n', clampedLines + 1).length > clampedLines,
});

const shownOfPost = (post: PublicPost) => {
  const { user, name, headline, avatar, title, html, tags, publishedAt, date, likeCount, commentCount } = post;
  const author = { user, name, headline, avatar };
  return {
    id: `${post._id} ${post.version}`,
    path: postPath(post),
    author,
    title,
    text: shownOfText(html),
    tags: fieldTags({ tags, html }),
    date: publishedAt ?? date,
    likeCount,
    commentCount,
  };
};

const shownOfComment = ({ _id, version, name, avatar, html, date }: Comment) => ({
  id: `${_id} ${version}`,
  ...{ name, avatar, date },
  text: shownOfText(html),
});

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
