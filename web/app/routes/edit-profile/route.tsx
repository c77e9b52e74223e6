import { Navigate } from 'react-router';
import { addAlert } from '../../alerts/alerts';
import { OwnProfile } from '../../profiles/OwnProfile';
import { ProfileForm } from '../../profiles/ProfileForm';
import { Screen } from '../../ui/Screen';
import { titled } from '../../ui/title';

export const meta = titled('Edit Profile');

export default function EditProfile() {
  return (
    <Screen heading="Edit Profile" lead="Add some changes to your profile" width="form">
      <OwnProfile>
        {(profile) =>
          profile ? (
            <ProfileForm profile={profile} draft="edit-profile" onSaved={() => addAlert('Profile Updated', 'success')} />
          ) : (
            <Navigate to="/dev/create-profile" replace />
          )
        }
      </OwnProfile>
    </Screen>
  );
}
