import { type FoundComment, type FoundPost, postPath, type SearchType, type Snippet } from '@dev-connector/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Time } from '../../ui/dates';
import { lazyPart } from '../../ui/lazy-part';
import { Position } from '../../ui/profile/Position';
import { Skills } from '../../ui/profile/Skills';
import { UserText } from '../../ui/UserText';
import { permalinkTo } from '../comments/permalink';
import { PersonRow } from '../follows/PersonRow';
import { Entry } from '../posts/card/Entry';
import type { PersonResult, Result } from './search-queries';

const FollowPerson = lazyPart(async () => (await import('../follows/FollowPerson')).FollowPerson, {
  fallback: <div className="w-22" />,
  missing: null,
});

/** `results` are all of the type. */
export function ResultList({ type, results }: { type: SearchType; results: Result[] }) {
  const Row = rows[type];
  return (
    <ul aria-label="Results" className="list -mt-4">
      {results.map((result) => (
        <li key={'_id' in result ? result._id : result.user._id}>
          <Row found={result as never} />
        </li>
      ))}
    </ul>
  );
}

function Person({ found: person }: { found: PersonResult }) {
  const { user, headline, location, skills, following } = person;
  return (
    <PersonRow user={user} action={following !== undefined && <FollowPerson user={user} following={following} />}>
      <p className="wrap-anywhere line-clamp-2 text-muted text-sm">
        {user.handle && `@${user.handle} · `}
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
function PostRow({ found: post }: { found: FoundPost }) {
  const { user, name, avatar, titleParts, snippet, date } = post;
  return (
    <Entry kind="Post" author={{ user, name, avatar }} byline={<Time date={date} />} className="px-0!">
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

const CommentRow = ({ found: { _id: id, post, user, name, avatar, date, snippet } }: { found: FoundComment }) => (
  <Entry kind="Comment" author={{ user, name, avatar }} byline={<Time date={date} />} className="px-0!">
    <h2 className="mt-0.5">
      <Link to={permalinkTo(post._id, id)} prefetch="intent" className="link-quiet">
        <Marked snippet={snippet} />
      </Link>
    </h2>
    {post.title && (
      <p className="-mt-1.5 mb-2 truncate text-muted text-sm">
        on{' '}
        <Link to={permalinkTo(post._id, id)} className="link-quiet">
          <UserText text={post.title} />
        </Link>
      </p>
    )}
  </Entry>
);

const rows: Record<SearchType, (props: { found: never }) => ReactNode> = { people: Person, posts: PostRow, comments: CommentRow };

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
