import { Written } from '../ui/UserText';

/** What a developer is, and where: 'Manager at Acme'. */
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
