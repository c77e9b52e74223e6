import type { Profile } from '@dev-connector/contract';
import { UserLines } from '../../../ui/UserLines';
import { UserText } from '../../../ui/UserText';
import { Part } from './Part';

export const Bio = ({ profile: { user, bio = '' } }: { profile: Profile }) => (
  <Part
    id="bio"
    heading={
      <>
        <UserText text={firstName(user.name)} />
        's Bio
      </>
    }
  >
    <UserLines className="max-w-2xl" text={bio} />
  </Part>
);

const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? '';
