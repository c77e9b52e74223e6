import { useSyncExternalStore } from 'react';
import { subscribeRecords } from './records';

let changes = 0;

const subscribe = (listener: () => void) =>
  subscribeRecords(() => {
    changes++;
    listener();
  });

/** Renders the component again after each change of a draft. */
export const useRecordChanges = (): number =>
  useSyncExternalStore(
    subscribe,
    () => changes,
    () => 0,
  );
