import { Link } from 'react-router';
import { buttonClass } from '../../../ui/Button';
import { useSession } from '../../accounts/session/session';
import { UnsentOnPost } from '../../drafts/UnsentText';

/** Stands for a post that does not exist. Shows a comment that was written on it and not sent. */
export function MissingPost({ id }: { id: string }) {
  const { account } = useSession();
  return (
    <div className="flex flex-col items-start gap-2 py-8">
      <h1 className="font-semibold text-xl">Post not found</h1>
      <p className="text-muted">Its author may have deleted it.</p>
      <Link to="/dev/posts" className={buttonClass('primary', 'md', 'mt-2')}>
        Go to the newest posts
      </Link>
      {account && <UnsentOnPost accountId={account._id} postId={id} />}
    </div>
  );
}
