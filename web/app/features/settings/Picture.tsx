import { lazy, Suspense } from 'react';
import { Section } from '../../ui/Section';
import { useSession } from '../accounts/session/session';

const OwnPicture = lazy(() => import('../avatars/OwnPicture'));

/** Uploads or removes the member's picture. */
export function Picture() {
  const { account } = useSession();
  return (
    <Section
      id="picture"
      heading="Picture"
      lead="It appears next to your posts and comments. Without one, the site shows your picture from Gravatar, or your initials."
    >
      <Suspense fallback={<div className="h-24" />}>{account && <OwnPicture avatar={account.avatar} />}</Suspense>
    </Section>
  );
}
