import { deleteAvatar } from '@dev-connector/contract';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useAction } from '../../api/action';
import { api } from '../../api/queries';
import { addAlert } from '../../feedback/alerts';
import { Avatar } from '../../ui/Avatar';
import { lazyPart } from '../../ui/lazy-part';
import { PendingButton } from '../../ui/PendingButton';
import { ChooseImages } from '../media/ChooseImages';
import { ownAvatarQuery } from './avatar-queries';
import { showNewPicture } from './show-new-picture';

const CropDialog = lazyPart(async () => (await import('./CropDialog')).default);

/** The member's picture, with buttons to upload one and to remove an uploaded one. */
export default function OwnPicture({ avatar }: { avatar: string }) {
  const [file, setFile] = useState<File>();
  const buttons = useRef<HTMLDivElement>(null);
  const own = useQuery(ownAvatarQuery);
  const remove = useAction({ mutationFn: () => api(deleteAvatar, {}) });

  async function changed(message: string) {
    await showNewPicture(avatar);
    await own.refetch();
    addAlert(message, 'success');
  }

  return (
    <div className="flex items-center gap-4">
      <Avatar src={avatar} size={96} />
      <div ref={buttons} className="flex flex-wrap gap-2">
        <ChooseImages label="Choose a picture" onChoose={([chosen]) => setFile(chosen)} />
        {own.data?.data.uploaded && (
          <PendingButton
            onPress={async () => {
              await remove(undefined);
              await changed('Picture removed');
              buttons.current?.querySelector('button')?.focus(); // this button has gone
            }}
          >
            Remove
          </PendingButton>
        )}
      </div>
      {file && <CropDialog file={file} onSaved={() => void changed('Picture saved')} onClose={() => setFile(undefined)} />}
    </div>
  );
}
