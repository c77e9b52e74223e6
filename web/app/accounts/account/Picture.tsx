import { OwnPicture } from '../../media/OwnPicture';
import { Section } from '../../ui/Section';
import { useSession } from '../session/session';

/** Uploads or removes the member's picture. */
export function Picture() {
  const { account } = useSession();
  return (
    <Section
      id="picture"
      heading="Picture"
      lead="It appears next to your posts and comments. Without one, the site shows your picture from Gravatar, or your initials."
    >
      {account && <OwnPicture avatar={account.avatar} />}
    </Section>
  );
}
