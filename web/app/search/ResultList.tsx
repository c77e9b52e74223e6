import { type SearchType, type Snippet, withoutHidden } from '@dev-connector/contract';
import { Link } from 'react-router';
import { permalinkTo } from '../posts/discussion/permalink';
import { Entry } from '../posts/Entry';
import { postPath } from '../posts/post-path';
import { DeveloperCard } from '../profiles/directory/DeveloperCard';
import { Time } from '../ui/dates';
import { UserText } from '../ui/UserText';
import type { CommentResult, PersonResult, PostResult } from './search-queries';

type ResultListProps =
  | { type: Extract<SearchType, 'posts'>; found: PostResult[] }
  | { type: Extract<SearchType, 'comments'>; found: CommentResult[] }
  | { type: Extract<SearchType, 'people'>; found: PersonResult[] };

export function ResultList({ type, found }: ResultListProps) {
  if (type === 'people')
    return (
      <ul aria-label="Results" className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {found.map((person) => (
          <li key={person.user._id} className="min-w-0">
            <DeveloperCard developer={person} />
          </li>
        ))}
      </ul>
    );
  return (
    <ul aria-label="Results" className="list -mx-4">
      {type === 'posts'
        ? found.map((post) => (
            <li key={post._id}>
              <PostRow post={post} />
            </li>
          ))
        : found.map((comment) => (
            <li key={comment._id}>
              <CommentRow comment={comment} />
            </li>
          ))}
    </ul>
  );
}

function PostRow({ post }: { post: PostResult }) {
  const title = post.title ?? lineOf(post.text);
  return (
    <Entry kind="Post" author={post} byline={<Time date={post.date} />}>
      <ResultLink to={postPath(post)} text={title} />
      <Marked snippet={post.snippet} />
    </Entry>
  );
}

const CommentRow = ({ comment }: { comment: CommentResult }) => (
  <Entry kind="Comment" author={comment} byline={<Time date={comment.date} />}>
    <ResultLink to={permalinkTo(comment.post._id, comment._id)} text={comment.post.title ?? 'Comment on a post'} />
    <Marked snippet={comment.snippet} />
  </Entry>
);

const ResultLink = ({ to, text }: { to: string; text: string }) => (
  <h2 className="wrap-anywhere line-clamp-2 font-medium">
    <Link to={to} prefetch="intent" className="link-quiet">
      <UserText text={text} />
    </Link>
  </h2>
);

/** The part of the text that was found, with the matches marked. */
const Marked = ({ snippet }: { snippet: Snippet }) => (
  <p dir="auto" className="wrap-anywhere mt-0.5 line-clamp-3 pb-2 text-muted">
    {snippet.map(({ text, marked }, index) =>
      marked ? (
        <mark key={index}>
          <UserText as="span" dir={undefined} text={text} />
        </mark>
      ) : (
        <UserText key={index} as="span" dir={undefined} text={text} />
      ),
    )}
  </p>
);

/** The first line of a text. */
const lineOf = (text: string): string =>
  withoutHidden(text)
    .trim()
    .split('\n', 1)[0]
    ?.replace(/^#+\s+/, '') || 'Post';
