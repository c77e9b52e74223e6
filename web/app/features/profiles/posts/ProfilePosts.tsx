import type { Profile } from '@dev-connector/contract';
import { Link } from 'react-router';
import { Skeletons } from '../../../ui/states/Skeleton';
import { UserText } from '../../../ui/UserText';
import { loginUrl } from '../../accounts/session/login-redirect';
import { useToken } from '../../accounts/session/session';
import { AuthorPosts } from '../../posts/author/AuthorPosts';

/** The posts of a member, or the reason why a visitor sees none. */
export function ProfilePosts({ user: { _id: id, name } }: Pick<Profile, 'user'>) {
  const token = useToken();
  return (
    <div className="max-w-[38rem]">
      {token ? (
        <AuthorPosts id={id} name={name} />
      ) : token === undefined ? (
        <Skeletons count={3} />
      ) : (
        <p>
          The list of posts by <UserText text={name} /> is for members.{' '}
          <Link to={loginUrl(`/dev/profile/${id}/posts`)} className="link">
            Sign in
          </Link>{' '}
          to read them.
        </p>
      )}
    </div>
  );
}
