import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { endSession, rejectToken, wasSessionEnded } from '../../api/token';
import { useToken } from '../accounts/session/session';
import { createChanges } from './changes';
import { createFinder } from './shown';
import { joinTabs } from './tabs';
import { postOfWatchChange } from './watch-changes';

/** Milliseconds after which the server learns what is on the screen. */
const showDelay = 500;

/** Updates the member's screen with the events of the server. Renders nothing. */
export function Live() {
  const queries = useQueryClient();
  const token = useToken();
  useEffect(() => (token ? startInPageCache(() => start(token)) : undefined), [token]);

  function start(token: string): (isHidden: boolean) => void {
    const find = createFinder(queries);
    const changes = createChanges(queries, find);
    const tab = joinTabs({
      token,
      page: document,
      onEvent: changes.apply,
      onFollow: changes.follow,
      onWatchChange: changes.readWatch,
      onSessionEnd: () => rejectToken(token),
      isChanging: () => queries.isMutating() > 0,
      hasEnded: wasSessionEnded,
      onEndElsewhere: () => endSession(token),
    });
    let timer: ReturnType<typeof setTimeout>;
    function lookAgain() {
      clearTimeout(timer);
      timer = setTimeout(() => tab.show(find()), showDelay);
    }
    lookAgain();
    const unsubscribe = queries.getQueryCache().subscribe((event) => {
      // Also when what is on the screen has loaded.
      if (event.type.startsWith('observer') || (event.type === 'updated' && event.action.type === 'success')) lookAgain();
    });
    const stopSharing = queries.getMutationCache().subscribe((event) => {
      const post = event.type === 'updated' && event.action.type === 'success' && postOfWatchChange(queries, event.mutation);
      if (post) tab.shareWatchChange(post);
    });
    addEventListener('scroll', lookAgain, { passive: true });
    return (isHidden) => {
      clearTimeout(timer);
      unsubscribe();
      stopSharing();
      removeEventListener('scroll', lookAgain);
      changes.stop();
      tab.leave({ listens: !isHidden });
    };
  }
  return null;
}

/** Starts, stops when the page enters the back/forward cache, which an open connection would keep it out of, and starts again when it returns. */
function startInPageCache(start: () => (isHidden: boolean) => void): () => void {
  let stop: ReturnType<typeof start> | undefined = start();
  const onHide = () => {
    stop?.(true);
    stop = undefined;
  };
  const onShow = () => (stop ??= start());
  addEventListener('pagehide', onHide);
  addEventListener('pageshow', onShow);
  return () => {
    removeEventListener('pagehide', onHide);
    removeEventListener('pageshow', onShow);
    stop?.(false);
  };
}
