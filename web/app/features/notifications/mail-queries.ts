import { changeNotificationMail, type NotificationMail, readNotificationMail } from '@dev-connector/contract';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useButtonAction } from '../../api/action';
import { api } from '../../api/queries';
import { notificationsKey } from './unread';

export const mailQuery = queryOptions({
  queryKey: [...notificationsKey, 'mail'],
  queryFn: async ({ signal }) => (await api(readNotificationMail, { signal })).data,
});

/** Changes how notifications are mailed at once; takes the change back if it fails. */
export function useMailSettings() {
  const queries = useQueryClient();
  const { queryKey } = mailQuery;
  return useButtonAction({
    scope: { id: 'notification mails' },
    mutationFn: (change: Partial<NotificationMail>) => api(changeNotificationMail, { body: change }),
    onMutate: (change) => {
      const previous = queries.getQueryData(queryKey);
      queries.setQueryData(queryKey, (settings) => settings && { ...settings, ...change });
      return previous;
    },
    onSuccess: ({ data }) => queries.setQueryData(queryKey, data),
    onError: (_error, _change, previous) => queries.setQueryData(queryKey, previous),
  });
}
