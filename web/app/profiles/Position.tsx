import type { Profile } from '@dev-connector/contract';
import { Written } from '../ui/Written';

/** What a developer is, and where: 'Manager at Acme'. */
export const Position = ({ profile: { status, company } }: { profile: Profile }) => (
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
