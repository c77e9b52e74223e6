import { postPath, type SearchType, type Snippet } from '@dev-connector/contract';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { PersonRow } from '../follows/PersonRow';
import { permalinkTo } from '../posts/discussion/permalink';
import { Entry } from '../posts/Entry';
import { Position } from '../profiles/Position';
import { Skills } from '../profiles/Skills';
import { Time } from '../ui/dates';
import { UserText } from '../ui/UserText';
import type { CommentResult, PersonResult, PostResult } from './search-queries';

const FollowPerson = lazy(async () => ({ default: (await import('../follows/FollowPerson')).FollowPerson }));

type ResultListProps =
  | { type: Extract<SearchType, 'posts'>; found: PostResult[] }
  | { type: Extract<SearchType, 'comments'>; found: CommentResult[] }
  | { type: Extract<SearchType, 'people'>; found: PersonResult[] };

export function ResultList({ type, found }: ResultListProps) {
  if (type === 'people')
    return (
      <ul aria-label="Results" className="list -mt-4">
        {found.map((person) => (
          <li key={person.user._id}>
            <Person person={person} />
          </li>
        ))}
      </ul>
    );
  return (
    <ul aria-label="Results" className="list -mt-4">
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

function Person({ person }: { person: PersonResult }) {
  const { user, headline, location, skills, following } = person;
  return (
    <PersonRow
      user={user}
      action={
        following !== undefined && (
          <Suspense fallback={<div className="w-22" />}>
            <FollowPerson user={user} following={following} />
          </Suspense>
        )
      }
    >
      <p className="wrap-anywhere line-clamp-2 text-muted text-sm">
        <Position profile={person} />
        {location && (
          <>
            {' · '}
            <UserText text={location} />
          </>
        )}
      </p>
      {headline && (
        <p className="wrap-anywhere mt-1 line-clamp-2">
          <UserText text={headline} />
        </p>
      )}
      <div className="mt-2">
        <Skills skills={skills} />
      </div>
    </PersonRow>
  );
}

/** A post without a title is shown by the text that was found. */
function PostRow({ post }: { post: PostResult }) {
  const { titleParts, snippet, date } = post;
  return (
    <Entry kind="Post" author={post} byline={<Time date={date} />} className="px-0!">
      {titleParts ? (
        <>
          <h2 dir="auto" className="wrap-anywhere mt-1.5 line-clamp-2 font-medium">
            <Link to={postPath(post)} prefetch="intent" className="link-quiet">
              <Parts of={titleParts} />
            </Link>
          </h2>
          <Marked snippet={snippet} className="text-muted" />
        </>
      ) : (
        <h2 className="mt-1.5">
          <Link to={postPath(post)} prefetch="intent" className="link-quiet">
            <Marked snippet={snippet} />
          </Link>
        </h2>
      )}
    </Entry>
  );
}

const CommentRow = ({ comment }: { comment: CommentResult }) => (
  <Entry kind="Comment" author={comment} byline={<Time date={comment.date} />} className="px-0!">
    <h2 className="mt-0.5">
      <Link to={permalinkTo(comment.post._id, comment._id)} prefetch="intent" className="link-quiet">
        <Marked snippet={comment.snippet} />
      </Link>
    </h2>
    {comment.post.title && (
      <p className="-mt-1.5 mb-2 truncate text-muted text-sm">
        on{' '}
        <Link to={permalinkTo(comment.post._id, comment._id)} className="link-quiet">
          <UserText text={comment.post.title} />
        </Link>
      </p>
    )}
  </Entry>
);

/** The part of the text that was found, with the matches marked. */
const Marked = ({ snippet, className = '' }: { snippet: Snippet; className?: string }) => (
  <span dir="auto" className={`wrap-anywhere mt-0.5 mb-2 line-clamp-3 ${className}`}>
    <Parts of={snippet} />
  </span>
);

const Parts = ({ of: parts }: { of: Snippet }) =>
  parts.map(({ text, marked }, index) => {
    const Element = marked ? 'mark' : 'span';
    return (
      <Element key={index}>
        <UserText as="span" dir={undefined} text={text} />
      </Element>
    );
  });
