import { Suspense } from 'react';
import { lazyComponent } from '../../ui/lazy-part';
import { Section } from '../../ui/Section';
import { useSession } from '../accounts/session/session';
import { usePictureHint } from '../avatars/picture-hint';

const OwnPicture = lazyComponent(async () => (await import('../avatars/OwnPicture')).default);

/** Uploads or removes the member's picture. */
export function Picture() {
  const { account } = useSession();
  return (
    <Section id="picture" heading="Picture" lead={usePictureHint()}>
      <Suspense fallback={<div className="h-24" />}>{account && <OwnPicture avatar={account.avatar} />}</Suspense>
    </Section>
  );
}
