import type { Profile } from '@dev-connector/contract';
import { Link } from 'react-router';
import { DeleteAccount } from '../../accounts/DeleteAccount';
import { useSession } from '../../accounts/session/session';
import { titleMeta } from '../../site/meta';
import { Screen } from '../../ui/Screen';
import { UserText } from '../../ui/UserText';
import { useRemoveEntry } from '../entry-queries';
import { NoProfile } from '../NoProfile';
import { OwnProfile } from '../OwnProfile';
import { CredentialTable } from './CredentialTable';

export const meta = titleMeta('Dashboard');

const placeholder = '\u00a0'; // reserves the line while the account loads

export default function Dashboard() {
  const { account } = useSession();
  return (
    <Screen heading="Dashboard" lead={account ? <Welcome name={account.name} /> : placeholder} width="wide">
      <OwnProfile>{(profile) => (profile ? <Overview profile={profile} /> : <NoProfile />)}</OwnProfile>
      <p className="text-sm">
        Change your password, manage sessions and download your data in{' '}
        <Link to="/dev/account" className="link">
          your account
        </Link>
        .
      </p>
      <DeleteAccount />
    </Screen>
  );
}

const Welcome = ({ name }: { name: string }) => (
  <>
    Welcome <UserText text={name} />
  </>
);

function Overview({ profile }: { profile: Profile }) {
  const { mutateAsync: removeExperience } = useRemoveEntry('experience');
  const { mutateAsync: removeEducation } = useRemoveEntry('education');
  return (
    <>
      <nav aria-label="My profile" className="flex flex-wrap gap-2">
        <Link to="/dev/edit-profile" className="btn">
          Edit Profile
        </Link>
        <Link to="/dev/add-experience" className="btn">
          Add Experience
        </Link>
        <Link to="/dev/add-education" className="btn">
          Add Education
        </Link>
        <Link to={`/dev/profile/${profile.user._id}`} className="btn">
          View public profile
        </Link>
        <Link to="/dev/formatter" reloadDocument className="btn">
          JSON Formatter
        </Link>
      </nav>
      <CredentialTable
        heading="Experience Credentials"
        columns={['Company', 'Title']}
        rows={profile.experience.map(({ company, title, ...entry }) => ({ ...entry, cells: [company, title] }))}
        empty="No experience credentials"
        remove={removeExperience}
        errorMessage="Experience could not be deleted"
      />
      <CredentialTable
        heading="Education Credentials"
        columns={['School', 'Degree']}
        rows={profile.education.map(({ school, degree, ...entry }) => ({ ...entry, cells: [school, degree] }))}
        empty="No education credentials"
        remove={removeEducation}
        errorMessage="Education could not be deleted"
      />
    </>
  );
}
