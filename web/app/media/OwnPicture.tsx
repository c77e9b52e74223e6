import { deleteAvatar } from '@dev-connector/contract';
import { lazy, Suspense, useState } from 'react';
import { useAction } from '../api/action';
import { api } from '../api/queries';
import { addAlert } from '../shell/alerts/alerts';
import { Avatar } from '../ui/Avatar';
import { PendingButton } from '../ui/PendingButton';
import { ChooseImages } from './ChooseImages';

const CropDialog = lazy(() => import('./CropDialog'));

/** The member's picture, with buttons to upload and, unless it is the first one, to remove it. */
export default function OwnPicture({ avatar, isFirst = false }: { avatar: string; isFirst?: boolean }) {
  const [file, setFile] = useState<File>();
  const remove = useAction({ mutationFn: () => api(deleteAvatar, {}) });

  async function changed(message: string) {
    await showNewPicture(avatar);
    addAlert(message, 'success');
  }

  return (
    <div className="flex items-center gap-4">
      <Avatar src={avatar} size={96} />
      <div className="flex flex-wrap gap-2">
        <ChooseImages label="Choose a picture" onChoose={([chosen]) => setFile(chosen)} />
        {!isFirst && (
          <PendingButton
            onPress={async () => {
              await remove(undefined);
              await changed('Picture removed');
            }}
          >
            Remove
          </PendingButton>
        )}
      </div>
      {file && (
        <Suspense>
          <CropDialog file={file} onSaved={() => void changed('Picture saved')} onClose={() => setFile(undefined)} />
        </Suspense>
      )}
    </div>
  );
}

/** The path of a picture stays the same when it changes, so the browser has to load it again, and each place that shows it now. */
async function showNewPicture(path: string): Promise<void> {
  await fetch(path, { cache: 'reload' }).catch(() => undefined); // the old picture disappears within minutes
  for (const image of document.images) if (new URL(image.src).pathname === path) image.src = `${path}?${Date.now()}`;
}
