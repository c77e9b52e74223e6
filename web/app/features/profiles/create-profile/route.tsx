import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { Screen } from '../../../ui/Screen';
import { titleMeta } from '../../site/meta';
import { ProfileForm } from '../form/LazyProfileForm';
import { OwnProfile } from '../OwnProfile';

export const meta = titleMeta('Create Your Profile');

export default function CreateProfile() {
  return (
    <Screen heading="Create Your Profile" lead="Let's get some information to make your profile stand out" width="form">
      <OwnProfile>{(profile) => <Create exists={profile !== null} />}</OwnProfile>
    </Screen>
  );
}

function Create({ exists }: { exists: boolean }) {
  const navigate = useNavigate();
  const [existed] = useState(exists); // before this screen created it
  if (existed) return <Navigate to="/dev/edit-profile" replace />;

  const onSaved = () => void navigate('/dev/dashboard', { replace: true });
  return <ProfileForm draft="create-profile" successMessage="Profile Created" onSaved={onSaved} />;
}
