import type { Feed, Post } from '@dev-connector/contract';
import { useEffect, useState } from 'react';
import { readToken } from '../../../api/token';
import { local } from '../../../ui/browser/browser-storage';
import { visitsKey } from '../../accounts/auth-queries';
import { useSession } from '../../accounts/session/session';

/** Milliseconds without the feed after which a visit is over. */
const pause = 30 * 60_000;

interface Visit {
  /** The newest post that earlier visits have shown. Ids increase with time. */
  seen?: string | undefined;
  /** The same with this visit. */
  newest: string;
  /** When the feed was last on the screen, in milliseconds since 1970. */
  at: number;
}

const read = (key: string) => local.getJson(key) as Visit | undefined;

const seenBefore = (visit: Visit | undefined) => (visit && Date.now() - visit.at < pause ? visit.seen : visit?.newest);

interface LastVisitProps {
  feed: Feed;
  /** The posts of the feed, newest first. */
  posts: Post[];
  /** Whether they begin with the newest. */
  isStart: boolean;
  onFind: (seen: string | undefined) => void;
}

/** Remembers the newest post in this browser, and finds the newest one that the member has seen in earlier visits, if new posts of others are above it. */
export function LastVisit(props: LastVisitProps) {
  const id = useSession().account?._id;
  // In local storage, for each feed and member. Signing out removes it.
  const key = `${visitsKey}${props.feed}:${id}`;
  return id && <Remembered key={key} storageKey={key} accountId={id} {...props} />;
}

function Remembered({ storageKey, accountId, posts, isStart, onFind }: LastVisitProps & { storageKey: string; accountId: string }) {
  const [seen = ''] = useState(() => seenBefore(read(storageKey)));
  const newest = isStart ? posts[0]?._id : undefined;
  useEffect(() => {
    if (!newest) return;
    const known = [newest, read(storageKey)?.newest ?? ''].sort().at(-1);
    const save = () => local.set(storageKey, JSON.stringify({ seen, newest: known, at: Date.now() }));
    save();
    return () => void (readToken() && save()); // signing out has removed the visit
  }, [storageKey, newest, seen]);

  const index = posts.findIndex(({ _id }) => _id <= seen);
  const found = posts.slice(0, index).some(({ user }) => user !== accountId) ? posts[index]?._id : undefined;
  useEffect(() => onFind(found), [found, onFind]);
  return null;
}

/** Separates new posts from those that the member has seen. It has no height, so that nothing moves when it appears. */
export const SeenLine = () => (
  <p className="pointer-events-none relative z-1 mx-4 flex h-0 items-center text-accent text-xs before:grow before:border-accent before:border-t">
    <span className="bg-surface ps-3">New since your last visit ↑</span>
  </p>
);
