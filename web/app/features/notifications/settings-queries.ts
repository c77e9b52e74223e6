import { changeNotificationSettings, type NotificationSettingChange, readNotificationSettings } from '@dev-connector/contract';
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
    mutationFn: (settings: NotificationSettingChange[]) => api(changeNotificationSettings, { body: { settings } }),
    onMutate: (changes) => {
      const previous = queries.getQueryData(queryKey);
      const changed = new Map(changes.map((change) => [change.kind, change]));
      queries.setQueryData(queryKey, (settings) => settings?.map((setting) => ({ ...setting, ...changed.get(setting.kind) })));
      return previous;
    },
    onSuccess: ({ data }) => queries.setQueryData(queryKey, data),
    onError: (_error, _changes, previous) => queries.setQueryData(queryKey, previous),
  });
}
