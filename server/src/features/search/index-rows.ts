import { tagKey } from '@dev-connector/contract';
import type { Reader, Transaction } from '../../platform/db/db.ts';
import { joinedTerm, termsOf } from '../../platform/text/normalise.ts';
import { visibleComments, visiblePeople, visiblePosts } from '../visibility/policy.ts';
import { type Document, indexDocument } from './documents.ts';

/* Builds documents from the rows of posts, comments and members. Each function does nothing if the row is missing or hidden. */

/** Code in Markdown: a fenced block, or a span between backticks. */
const codePattern = /^ {0,3}(```|~~~)|`[^`\n]+`/m;

/** Terms of an operator whose value is searched as words: each word with the name of the operator. */
export const prefixed = (operator: string, text: string): string[] => termsOf(text).map((term) => `${operator}:${term}`);
/** The term of an operator whose value is compared as a whole. Tags are compared as everywhere: `#c-` is not `#c`. */
export const wholeTerm = (operator: string, text: string): string => `${operator}:${operator === 'tag' ? tagKey(text) : joinedTerm(text)}`;

interface TextRow {
  id: string;
  user_id: string;
  text: string;
  format: string;
}

const textFilters = ({ user_id, format, text }: TextRow) => [
  [`by:${user_id}`],
  ...(format === 'markdown' && codePattern.test(text) ? [['has:code']] : []),
];

/** Returns what search finds of a post. */
export const postDocument = (post: TextRow & { title: string | null; tags: string[] }): Document => ({
  ...{ kind: 'post', id: post.id, userId: post.user_id, postId: post.id, commentId: null },
  title: post.title ?? '',
  texts: [post.text],
  filters: [...textFilters(post), ...post.tags.map((tag) => [wholeTerm('tag', tag)])],
});

/** Returns what search finds of a comment. */
export const commentDocument = (comment: TextRow & { post_id: string }): Document => ({
  ...{ kind: 'comment', id: comment.id, userId: comment.user_id, postId: comment.post_id, commentId: comment.id },
  title: '',
  texts: [comment.text],
  filters: textFilters(comment),
});

/** Indexes a post. */
export async function indexPost(tx: Transaction, id: string): Promise<void> {
  const post = await tx.get<TextRow & { title: string | null; tags: string | null }>`
    select id, user_id, title, text, format, (select string_agg(tag, ' ') from post_tags where post_id = p.id) as tags
    from ${visiblePosts('members')} p where id = ${id}`;
  if (post) await indexDocument(tx, postDocument({ ...post, tags: post.tags?.split(' ') ?? [] }));
}

/** Indexes a comment. */
export async function indexComment(tx: Transaction, id: string): Promise<void> {
  const comment = await tx.get<TextRow & { post_id: string }>`
    select id, user_id, post_id, text, format from ${visibleComments('members')} c where id = ${id}`;
  if (comment) await indexDocument(tx, commentDocument(comment));
}

interface PersonRow {
  name: string;
  handle: string | null;
  status: string | null;
  headline: string | null;
  company: string | null;
  location: string | null;
  githubusername: string | null;
  bio: string | null;
  skills: string | null;
  open_to_work: number | null;
  open_to_mentoring: number | null;
  open_to_collaboration: number | null;
}

/** Indexes a member: the name, the handle, and the profile if there is one. */
export async function indexPerson(tx: Transaction, id: string): Promise<void> {
  const row = await tx.get<PersonRow>`
    select u.name, u.handle, p.status, p.headline, p.company, p.location, p.githubusername, p.bio, p.skills, p.open_to_work, p.open_to_mentoring,
      p.open_to_collaboration
    from ${visiblePeople('members')} u left join profiles p on p.user_id = u.id where u.id = ${id}`;
  if (!row) return;
  const skills: string[] = row.skills === null ? [] : JSON.parse(row.skills);
  await indexDocument(tx, {
    ...{ kind: 'person', id, userId: id, postId: null, commentId: null },
    title: row.handle === null ? row.name : `${row.name} @${row.handle}`,
    texts: [row.status, row.headline, row.company, row.location, row.githubusername, ...skills, row.bio, ...(await workOf(tx, id))].map(
      (text) => text ?? '',
    ),
    filters: [
      ...(row.status === null ? [] : [[hasProfile]]),
      ...(row.open_to_work ? [['open:work']] : []),
      ...(row.open_to_mentoring ? [['open:mentoring']] : []),
      ...(row.open_to_collaboration ? [['open:collaboration']] : []),
      ...skills.map((skill) => [wholeTerm('skill', skill)]),
      prefixed('place', row.location ?? ''),
      prefixed('status', row.status ?? ''),
    ],
  });
}

/** The term of members with a profile. People without one are only found as authors. */
export const hasProfile = 'has:profile';

/** Reads the titles and names of a member's work and education. */
async function workOf(reader: Reader, userId: string): Promise<string[]> {
  const rows = await reader.all<{ text: string }>`
    select title || ' ' || company as text from experiences where user_id = ${userId}
    union all select degree || ' ' || school || ' ' || coalesce(fieldofstudy, '') as text from educations where user_id = ${userId}
    order by text`;
  return rows.map(({ text }) => text);
}
