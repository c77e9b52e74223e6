import { UserText } from '../UserText';

/** Status and company of a developer, such as 'Manager at Acme'. */
export const Position = ({ profile: { status, company } }: { profile: { status: string; company?: string | undefined } }) => (
  <>
    <UserText text={status} />
    {company && (
      <>
        {' at '}
        <UserText text={company} />
      </>
    )}
  </>
);
