import { Written } from '../ui/UserText';

/** Status and company of a developer, such as 'Manager at Acme'. */
export const Position = ({ profile: { status, company } }: { profile: { status: string; company?: string | undefined } }) => (
  <>
    <Written text={status} />
    {company && (
      <>
        {' at '}
        <Written text={company} />
      </>
    )}
  </>
);
