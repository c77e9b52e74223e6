import { Navigate } from 'react-router';
import type { ScreenHandle } from '../../../context';
import { Screen } from '../../../ui/Screen';
import { titleMeta } from '../../site/meta';
import { ProfileForm } from '../form/LazyProfileForm';
import { OwnProfile } from '../OwnProfile';

export const handle: ScreenHandle = { firstRequest: '/api/profile/me' };

export const meta = titleMeta('Edit Profile');

export default function EditProfile() {
  return (
    <Screen heading="Edit Profile" lead="Add some changes to your profile" width="form">
      <OwnProfile>
        {(profile) =>
          profile ? (
            <ProfileForm profile={profile} draft="edit-profile" successMessage="Profile Updated" />
          ) : (
            <Navigate to="/dev/create-profile" replace />
          )
        }
      </OwnProfile>
    </Screen>
  );
}
