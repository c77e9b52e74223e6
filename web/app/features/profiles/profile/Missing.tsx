import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { lazyPart } from '../../../ui/lazy-part';
import { Screen } from '../../../ui/Screen';
import { useSession, useToken } from '../../accounts/session/session';
import { ownProfileQuery, profileQuery } from '../profile-queries';

const PostsWithoutProfile = lazyPart(async () => (await import('../posts/PostsWithoutProfile')).PostsWithoutProfile);

interface MissingProps {
  id: string;
  /** Document title, unless the server has set it. */
  title: string | undefined;
}

/** Screen of a member without a profile, and of an account that does not exist. */
export function Missing({ id, title }: MissingProps) {
  const token = useToken();
  const { account } = useSession();
  if (account?._id === id) return <OwnMissing id={id} title={title} />;
  return (
    <Screen
      title={title}
      heading="Profile not found"
      lead="This member has no profile yet, or the account no longer exists."
      width="reading"
    >
      <Link to="/dev/profiles" className="btn btn-primary self-start">
        Back to Profiles
      </Link>
      {token && <PostsWithoutProfile id={id} />}
    </Screen>
  );
}

/** Offers the viewer to create their profile. Shows it as soon as it exists, also if it was created in another tab. */
function OwnMissing({ id, title }: MissingProps) {
  const queries = useQueryClient();
  const { data: profile } = useQuery({ ...ownProfileQuery, refetchOnWindowFocus: 'always' });
  useEffect(() => {
    if (profile) queries.setQueryData(profileQuery(id).queryKey, profile);
  }, [queries, id, profile]);
  return (
    <Screen
      title={title && 'You have no profile yet'}
      heading="You have no profile yet"
      lead="A profile gives you a public page and a résumé, and lets other members find you by your skills."
      width="reading"
    >
      <Link to="/dev/create-profile" className="btn btn-primary self-start">
        Create Profile
      </Link>
      <PostsWithoutProfile id={id} />
    </Screen>
  );
}
