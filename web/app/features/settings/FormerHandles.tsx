import { listFormerHandles } from '@dev-connector/contract';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/queries';
import { localDay } from '../../ui/dates';

/** The member's former handles, until when each leads to the profile. Nothing without any. */
export function FormerHandles() {
  const { data: handles = [] } = useQuery({
    queryKey: ['former-handles'],
    queryFn: async ({ signal }) => (await api(listFormerHandles, { signal })).data,
  });
  if (handles.length === 0) return null;
  return (
    <div className="text-muted text-sm">
      <p>Former handles, which lead to your profile and stay reserved for you:</p>
      <ul aria-label="Former handles">
        {handles.map(({ handle, until }) => (
          <li key={handle} className="wrap-anywhere">
            <span className="text-ink">@{handle}</span> until <time dateTime={until}>{localDay(new Date(until))}</time>
          </li>
        ))}
      </ul>
    </div>
  );
}
