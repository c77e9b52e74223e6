import type { Account } from '@dev-connector/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../ui/Button';
import { ownAvatarQuery } from '../../avatars/avatar-queries';
import OwnPicture from '../../avatars/OwnPicture';
import { usePictureHint } from '../../avatars/picture-hint';

/** Step that lets the member choose a picture. Saves it at once. */
export function PictureStep({ account, onDone }: { account: Account; onDone: () => void }) {
  const { data: own } = useQuery(ownAvatarQuery);
  const isUploaded = own?.data.uploaded ?? false;
  return (
    <div className="flex flex-col gap-5">
      <p className="text-muted">{usePictureHint()}</p>
      <OwnPicture avatar={account.avatar} />
      <Button variant={isUploaded ? 'primary' : 'neutral'} className="self-start" onClick={onDone}>
        {isUploaded ? 'Continue' : 'Skip'}
      </Button>
    </div>
  );
}
