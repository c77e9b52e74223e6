import { limits } from '@dev-connector/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { unreadQuery } from './unread';

/** The number of unread notifications, in the bar and in the title of the document. Nothing if there are none. */
export function UnreadCount() {
  const { unread = 0 } = useQuery(unreadQuery).data ?? {};
  const count = unread === 0 ? '' : unread < limits.unread ? String(unread) : `${limits.unread - 1}+`;
  useEffect(() => countInTitle(count), [count]);
  return (
    count && (
      <span className="count">
        {count} <span className="sr-only">unread</span>
      </span>
    )
  );
}

const counted = /^\(\d+\+?\) /;

/** Keeps the count at the start of the title, which screens replace. Returns a function that ends this. */
function countInTitle(count: string): (() => void) | undefined {
  if (!count) return undefined;
  const show = () => {
    const title = `(${count}) ${document.title.replace(counted, '')}`;
    if (document.title !== title) document.title = title;
  };
  const observer = new MutationObserver(show);
  observer.observe(document.head, { subtree: true, childList: true, characterData: true });
  show();
  return () => {
    observer.disconnect();
    document.title = document.title.replace(counted, '');
  };
}
