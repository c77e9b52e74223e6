import { useContext, useEffect } from 'react';
import { createPath, UNSAFE_DataRouterContext as DataRouterContext, type Path } from 'react-router';
import { reportMissingCode } from './ui/browser/missing-code';

/**
 * Opens a screen as a document if the module of its route cannot be loaded. After the first failure, opens every other screen so, because the router loads a module
 * only once. Opens nothing while the viewer leaves the page, which cancels its loads in Safari and Firefox. `web/strip-router.ts` fires the event.
 */
export function useMissingRoutes(): void {
  const router = useContext(DataRouterContext)?.router;
  useEffect(() => {
    if (!router) return;
    let isMissing = false;
    let isLeaving = false;
    let target = router.state.navigation.location;
    const leave = () => {
      isLeaving = true;
    };
    const openIfMissing = () => {
      const isOtherScreen = target?.pathname !== router.state.location.pathname;
      if (isMissing && target && isOtherScreen && !isLeaving) openDocument(target);
    };
    const unsubscribe = router.subscribe(({ navigation }) => {
      if (navigation.location === target) return;
      target = navigation.location;
      isLeaving = false;
      // Only while a screen loads: with such a listener, Firefox does not keep the page for Back.
      removeEventListener('beforeunload', leave);
      if (target) addEventListener('beforeunload', leave);
      openIfMissing();
    });
    const onMissing = () => {
      isMissing = true;
      reportMissingCode();
      openIfMissing();
    };
    addEventListener('missing-route', onMissing);
    return () => {
      unsubscribe();
      removeEventListener('beforeunload', leave);
      removeEventListener('missing-route', onMissing);
    };
  }, [router]);
}

function openDocument(path: Path): void {
  const { href } = new URL(createPath(path), location.href);
  // After Back, the page has the address. Assigning it again would load nothing if it has a fragment.
  if (href === location.href) location.reload();
  else location.assign(href);
}
