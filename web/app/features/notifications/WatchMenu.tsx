import { muteDiscussion, type Watch, watchDiscussion } from '@dev-connector/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell, BellOff, BellRing } from 'lucide-react';
import type { ReactNode } from 'react';
import { useButtonAction } from '../../api/action';
import { api } from '../../api/queries';
import { addAlert } from '../../feedback/alerts';
import { Menu, MenuRadio } from '../../ui/Menu';
import { watchQuery } from './watch-query';

interface Choice {
  name: string;
  icon: ReactNode;
  watch: Watch;
  effect: string;
}

const choices: Choice[] = [
  { name: 'Watching', icon: <BellRing />, watch: { watched: true, muted: false }, effect: 'You are notified of new comments' },
  {
    name: 'Not watching',
    icon: <Bell />,
    watch: { watched: false, muted: false },
    effect: 'You are notified only of replies to you, mentions and likes',
  },
  { name: 'Muted', icon: <BellOff />, watch: { watched: false, muted: true }, effect: 'You are not notified of this discussion' },
];

/** Button that says whether the viewer watches a discussion, and opens a menu to choose. Its place stays empty while the state loads. */
export function WatchMenu({ id }: { id: string }) {
  const queries = useQueryClient();
  const { queryKey } = watchQuery(id);
  const { data } = useQuery(watchQuery(id));
  const change = useButtonAction({
    mutationKey: queryKey,
    scope: { id: `watch ${id}` },
    mutationFn: ({ watch: { watched, muted } }: Choice) =>
      muted ? api(muteDiscussion, { params: { id } }) : api(watchDiscussion, { params: { id }, body: { watched } }),
    onMutate: async ({ watch }) => {
      await queries.cancelQueries({ queryKey }); // the response would overwrite the choice
      const previous = queries.getQueryData(queryKey);
      queries.setQueryData(queryKey, watch);
      return previous;
    },
    onSuccess: (_data, { effect }) => addAlert(effect, 'success'),
    onError: (_error, _choice, previous) => queries.setQueryData(queryKey, previous),
  });
  const current = choices.find(({ watch }) => watch.watched === data?.watched && watch.muted === data.muted);
  if (!current) return <span aria-hidden className="btn btn-ghost btn-sm w-28" />;
  return (
    <Menu
      label={`Notifications: ${current.name}`}
      className="btn btn-ghost btn-sm text-muted"
      atStart
      trigger={
        <>
          {current.icon} {current.name}
        </>
      }
    >
      {choices.map((choice) => (
        <MenuRadio
          key={choice.name}
          checked={choice === current}
          onClick={({ currentTarget }) => {
            currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
            if (choice !== current) change(choice);
          }}
        >
          {choice.icon}
          <span>
            {choice.name} <span className="block text-muted text-sm">{choice.effect}</span>
          </span>
        </MenuRadio>
      ))}
    </Menu>
  );
}
