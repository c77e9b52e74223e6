import { muteDiscussion, readWatch, watchDiscussion } from '@dev-connector/contract';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell, BellOff, BellRing } from 'lucide-react';
import { useButtonAction } from '../../api/action';
import { api } from '../../api/queries';
import { addAlert } from '../../feedback/alerts';
import { IconButton } from '../../ui/Button';

const watchQuery = (id: string) =>
  queryOptions({ queryKey: ['watch', id], queryFn: async ({ signal }) => (await api(readWatch, { params: { id }, signal })).data });

/** Buttons that watch the discussion of a post, or mute it. Each ends the other. Their place stays empty while the state loads. */
export function WatchButtons({ id }: { id: string }) {
  const queries = useQueryClient();
  const { queryKey } = watchQuery(id);
  const { data } = useQuery(watchQuery(id));
  const change = useButtonAction({
    scope: { id: `watch ${id}` },
    mutationFn: (watched: boolean) => api(watched ? watchDiscussion : muteDiscussion, { params: { id } }),
    onMutate: (watched) => {
      const previous = queries.getQueryData(queryKey);
      queries.setQueryData(queryKey, { watched, muted: !watched });
      return previous;
    },
    onSuccess: (_data, watched) =>
      addAlert(watched ? 'You are notified of new comments' : 'You are not notified of this discussion', 'success'),
    onError: (_error, _watched, previous) => queries.setQueryData(queryKey, previous),
  });
  if (!data) return <Unloaded />;
  const { watched, muted } = data;
  return (
    <>
      <IconButton label="Watch discussion" size="sm" className="text-muted" aria-pressed={watched} onClick={() => change(!watched)}>
        {watched ? <BellRing /> : <Bell />}
      </IconButton>
      <IconButton label="Mute discussion" size="sm" className="text-muted" aria-pressed={muted} onClick={() => change(muted)}>
        <BellOff />
      </IconButton>
    </>
  );
}

const Unloaded = () => (
  <>
    <span aria-hidden className="btn btn-ghost btn-sm btn-icon" />
    <span aria-hidden className="btn btn-ghost btn-sm btn-icon" />
  </>
);
