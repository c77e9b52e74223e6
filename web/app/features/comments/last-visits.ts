import { useEffect, useState } from 'react';
import { local } from '../../ui/browser/browser-storage';
import { visitsKey } from '../accounts/auth-queries';

/** Posts whose last visit the browser remembers. */
const maxPosts = 200;

type Visits = Record<string, string>;

function read(accountId: string): Visits {
  const stored = local.getJson(visitsKey + accountId);
  return stored && typeof stored === 'object' ? (stored as Visits) : {};
}

/**
 * Returns the newest comment at the member's last visit to a post: undefined at the first visit, and the same until the member leaves. Ids increase with time.
 * Remembers `newest` for the next visit.
 */
export function useLastVisit(accountId: string, postId: string, newest: string | undefined): string | undefined {
  const [last] = useState(() => read(accountId)[postId]);
  useEffect(() => {
    if (newest === undefined) return;
    const { [postId]: before = '', ...others } = read(accountId);
    const latest = Object.entries({ ...others, [postId]: newest > before ? newest : before }).slice(-maxPosts);
    local.set(visitsKey + accountId, JSON.stringify(Object.fromEntries(latest)));
  }, [accountId, postId, newest]);
  return last;
}
