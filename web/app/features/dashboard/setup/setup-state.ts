import { useState } from 'react';
import { local } from '../../../ui/browser/browser-storage';

/** Headings of the steps of the first-run panel. */
export const firstRunSteps = ['What you do', 'Your picture', 'Your first post'];

/** How far a member is with setting up their account, as this browser remembers it. */
export interface Setup {
  /** Steps of the first-run panel that are finished or skipped. Undefined before the panel was shown. */
  step?: number;
  /** The member has hidden the checklist. */
  hidden?: boolean;
}

const keyOf = (userId: string) => `setup:${userId}`;

/** State of the member's set-up, and a function that changes and remembers it. Without storage it lasts until the screen closes. */
export function useSetup(userId: string): [Setup, (change: Setup) => void] {
  const [setup, setSetup] = useState(() => (local.getJson(keyOf(userId)) ?? {}) as Setup);
  const update = (change: Setup) => {
    const next = { ...setup, ...change };
    setSetup(next);
    local.set(keyOf(userId), JSON.stringify(next));
  };
  return [setup, update];
}
