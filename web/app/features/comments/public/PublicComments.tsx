import { type Comment, type DeletedComment, withoutHidden, withPublicTags } from '@dev-connector/contract';
import { Avatar } from '../../../ui/Avatar';
import { buttonClass } from '../../../ui/Button';
import { UserText } from '../../../ui/UserText';
import { Day } from '../../posts/public/Day';
import { elementId } from '../permalink';
import type { PublicCommentPage } from './public-comments';

/** The comments that visitors may read, with the classes of the microformat h-cite. */
export function PublicComments({ page: { threads, names, next } }: { page: PublicCommentPage }) {
  return (
    <section aria-labelledby="comments" className="for-visitors pt-8">
      <h2 id="comments" className="font-semibold">
        Comments
      </h2>
      {threads.map(({ comment, replies }) => (
        <div key={comment._id} className="border-line border-t first-of-type:border-0">
          <Item comment={comment} names={names} />
          {replies.length > 0 && (
            <div className="mb-3 ml-4 border-line border-l-2 pl-4 sm:ml-9">
              {replies.map((reply) => (
                <Item key={reply._id} comment={reply} names={names} root={comment._id} />
              ))}
            </div>
          )}
        </div>
      ))}
      {next && (
        <p className="pt-4">
          <a href={`?cursor=${encodeURIComponent(next)}#comments`} rel="next" className={buttonClass('neutral')}>
            More comments
          </a>
        </p>
      )}
    </section>
  );
}

interface ItemProps {
  comment: Comment | DeletedComment;
  names: Map<string, string>;
  /** The comment at the start of the thread. */
  root?: string;
}

function Item({ comment, names, root }: ItemProps) {
  const { _id: id, parent } = comment;
  const kind = root ? 'Reply' : 'Comment';
  if ('isDeleted' in comment)
    return (
      <p id={elementId(id)} className="py-4 text-muted italic">
        {kind} deleted
      </p>
    );
  const { name, avatar, date, editedAt, html } = comment;
  return (
    <article id={elementId(id)} aria-label={`${kind} by ${withoutHidden(name)}`} className="u-comment h-cite flex gap-3 py-4">
      <span className="shrink-0 self-start">
        <Avatar src={avatar} size={root ? 28 : 40} lazy />
      </span>
      <div className="min-w-0 grow">
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <UserText className="p-author h-card wrap-anywhere font-semibold" text={name} />
          <span className="text-muted text-sm">
            <a href={`#${elementId(id)}`} className="u-url link-quiet">
              <Day className="dt-published" date={date} />
            </a>
            {editedAt && ' · edited'}
          </span>
        </p>
        {parent !== undefined && parent !== root && (
          <p className="text-muted text-sm">
            In reply to{' '}
            <a href={`#${elementId(parent)}`} className="link">
              <UserText text={names.get(parent) ?? 'an earlier comment'} />
            </a>
          </p>
        )}
        <div className="e-content markdown" dangerouslySetInnerHTML={{ __html: withPublicTags(html) }} />
      </div>
    </article>
  );
}
