import { publicTagPath, tagPath } from '@dev-connector/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { UserText } from '../../ui/UserText';
import { useToken } from '../accounts/session/session';
import { suggestedQuery } from './suggested-query';

/** Links to tags and skills with a similar name, in case the query misspells one. */
export function SimilarNames({ q }: { q: string }) {
  const isMember = typeof useToken() === 'string';
  const { data } = useQuery(suggestedQuery(q, isMember, 'similarTags,similarSkills'));
  if (!data) return null;
  return (
    <>
      {data.similarTags.map(({ name }) => (
        <Link key={`#${name}`} to={isMember ? tagPath(name) : publicTagPath(name)} className="link tap wrap-anywhere content-center">
          Did you mean <UserText text={`#${name}`} />?
        </Link>
      ))}
      {data.similarSkills.map((name) => (
        <Link key={name} to={`/dev/profiles?${new URLSearchParams({ skill: name })}`} className="link tap wrap-anywhere content-center">
          Did you mean the skill <UserText text={name} />?
        </Link>
      ))}
    </>
  );
}
