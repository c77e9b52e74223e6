import { changeNotificationSettings, type NotificationSetting, readNotificationSettings } from '@dev-connector/contract';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useButtonAction } from '../../api/action';
import { api } from '../../api/queries';
import { notificationsKey } from './unread';

export const settingsQuery = queryOptions({
  queryKey: [...notificationsKey, 'settings'],
  queryFn: async ({ signal }) => (await api(readNotificationSettings, { signal })).data,
});

/** Changes settings at once; takes the change back if it fails. */
export function useNotificationSettings() {
  const queries = useQueryClient();
  const { queryKey } = settingsQuery;
  return useButtonAction({
    scope: { id: 'notification settings' },
    mutationFn: (settings: NotificationSetting[]) => api(changeNotificationSettings, { body: { settings } }),
    onMutate: (changes) => {
      const previous = queries.getQueryData(queryKey);
      const changed = new Map(changes.map(({ kind, site }) => [kind, site]));
      queries.setQueryData(queryKey, (settings) => settings?.map(({ kind, site }) => ({ kind, site: changed.get(kind) ?? site })));
      return previous;
    },
    onSuccess: ({ data }) => queries.setQueryData(queryKey, data),
    onError: (_error, _changes, previous) => queries.setQueryData(queryKey, previous),
  });
}
