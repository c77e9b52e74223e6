import { useMemo } from 'react';
import { useLocation } from 'react-router';

/** The comment that the address names, as `#comment-{id}`, or `#reply-{id}` to open the form for a reply. */
export interface Linked {
  id: string;
  isReply: boolean;
  /** Changes with each navigation, so that a second click on the link works, too. */
  key: string;
}

export function useLinked(): Linked | undefined {
  const { hash, key } = useLocation();
  const [, kind, id] = /^#(comment|reply)-([\w-]{36})$/.exec(hash) ?? [];
  return useMemo(() => (id === undefined ? undefined : { id, isReply: kind === 'reply', key }), [id, kind, key]);
}

export const permalinkTo = (postId: string, id: string): string => `/dev/posts/${postId}#comment-${id}`;

/** Id of the element of a comment. */
export const elementId = (id: string): string => `comment-${id}`;
