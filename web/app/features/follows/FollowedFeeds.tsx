import { exportFollowedFeeds } from '@dev-connector/contract';
import { useMutation } from '@tanstack/react-query';
import { download } from '../../api/download';
import { PendingButton } from '../../ui/PendingButton';

/** Downloads the feeds of the members and tags that the viewer follows. */
export function FollowedFeeds() {
  const { mutateAsync: save } = useMutation({ mutationFn: () => download(exportFollowedFeeds.path) });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="text-muted text-sm">Read the public posts of those you follow in a feed reader.</p>
      <PendingButton size="sm" onPress={save}>
        Export feeds (OPML)
      </PendingButton>
    </div>
  );
}
