import { type Post, postPath, publicTagPath, withoutHidden, withPublicTags } from '@dev-connector/contract';
import { ArrowLeft, Heart, MessageSquare, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Avatar } from '../../../ui/Avatar';
import { buttonClass } from '../../../ui/Button';
import { Screen } from '../../../ui/Screen';
import { UserText } from '../../../ui/UserText';
import { loginUrl } from '../../accounts/session/login-redirect';
import { useSite } from '../../site/site';
import { TagLinks } from '../../tags/PostTags';
import { AuthorCard } from '../AuthorCard';
import { Facts } from '../card/Entry';
import { Count } from './Count';
import { Day } from './Day';
import { PublicMark } from './PublicMark';

/** Says which comments a visitor can read, and leads to the others. Nothing tells how many comments are for members only. */
const SignIn = ({ post: { commentCount, commentsVisibility, commentsClosed }, path }: { post: Post; path: string }) => {
  const isForMembers = commentsVisibility === 'members';
  const note = isForMembers
    ? 'Comments are for members.'
    : commentsClosed
      ? 'Comments are closed.'
      : commentCount === 0 && 'No public comments yet.';
  const action = commentsClosed
    ? isForMembers && 'Sign in to read comments'
    : isForMembers
      ? 'Sign in to read and write comments'
      : 'Sign in to comment';
  return (
    <>
      {note && <p className="text-muted">{note}</p>}
      {action && (
        <Link to={loginUrl(path)} className={buttonClass('primary')}>
          {action}
        </Link>
      )}
    </>
  );
};

/** A public post as visitors see it, with its comments as children and the classes of the microformat h-entry (https://microformats.org/wiki/h-entry). */
export function PublicPost({ post, children }: { post: Post; children: ReactNode }) {
  const { title, html, tags, user, name, headline, avatar, date, editedAt, likeCount, commentCount } = post;
  const { heading, tagline } = useSite();
  const author = `/dev/profile/${user}`;
  const path = postPath(post);
  return (
    <Screen width="wide">
      <div className="post-columns">
        <div className="min-w-0">
          <Link to="/dev/explore" className={buttonClass('ghost', 'sm', '-ml-2.5 text-muted print:hidden')}>
            <ArrowLeft />
            Public posts
          </Link>
          <article className="h-entry pt-4 pb-5">
            <div className="flex items-center gap-3 pb-3">
              <Avatar src={avatar} size={40} />
              <div className="min-w-0">
                <p className="p-author h-card wrap-anywhere">
                  <data className="u-photo" value={avatar} />
                  <Link to={author} className="p-name u-url link-quiet font-semibold">
                    <UserText text={name} />
                  </Link>
                </p>
                <p>
                  <Facts headline={headline}>
                    Posted on{' '}
                    <a href={path} className="u-url link-quiet">
                      <Day className="dt-published" date={date} />
                    </a>
                    {editedAt && (
                      <>
                        {' · edited '}
                        <Day className="dt-updated" date={editedAt} />
                      </>
                    )}
                    <PublicMark />
                  </Facts>
                </p>
              </div>
            </div>
            {title ? (
              <UserText
                as="h1"
                className="p-name wrap-anywhere pb-3 font-semibold text-xl leading-tight tracking-tight sm:text-2xl"
                text={title}
              />
            ) : (
              <h1 className="sr-only">{`Post by ${withoutHidden(name)}`}</h1>
            )}
            <div className="e-content markdown text-lg leading-relaxed" dangerouslySetInnerHTML={{ __html: withPublicTags(html) }} />
            <TagLinks tags={tags} pathOf={publicTagPath} className="pt-4" />
          </article>
          <footer className="for-visitors flex flex-wrap items-center gap-x-6 gap-y-3 border-line border-t pt-5 print:hidden">
            <p className="flex gap-4 text-muted">
              <Count icon={<Heart aria-hidden />} count={likeCount} one="like" many="likes" />
              {commentCount > 0 && <Count icon={<MessageSquare aria-hidden />} count={commentCount} one="comment" many="comments" />}
            </p>
            <SignIn post={post} path={path} />
          </footer>
          {children}
        </div>
        <aside
          aria-label="Community"
          className="for-visitors flex flex-col gap-6 self-start text-sm not-min-[68.75rem]:hidden print:hidden"
        >
          <AuthorCard post={post}>
            <Link to={loginUrl(`${path}#author`)} className={buttonClass('neutral', 'sm', 'shrink-0')}>
              <Plus />
              Follow
              <span className="sr-only"> {withoutHidden(name)}</span>
            </Link>
          </AuthorCard>
          <section aria-labelledby="about" className="flex flex-col items-start gap-1.5">
            <h2 id="about" className="wrap-anywhere font-medium">
              <bdi>{heading}</bdi>
            </h2>
            <p className="wrap-anywhere text-pretty text-muted">
              <bdi>{tagline}</bdi>
            </p>
            <Link to="/dev" className="link">
              See how the site works
            </Link>
          </section>
        </aside>
      </div>
    </Screen>
  );
}
