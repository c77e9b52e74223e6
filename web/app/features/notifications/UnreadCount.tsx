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

/** Keeps the count at the start of the title, which screens replace. Returns a function that ends this. */
function countInTitle(count: string): (() => void) | undefined {
  if (!count) return undefined;
  const prefix = `(${count}) `;
  let shown = '';
  const show = () => {
    if (document.title === shown) return;
    document.title = prefix + document.title;
    shown = document.title;
  };
  const observer = new MutationObserver(show);
  observer.observe(document.head, { subtree: true, childList: true, characterData: true });
  show();
  return () => {
    observer.disconnect();
    if (document.title === shown) document.title = shown.slice(prefix.length);
  };
}
