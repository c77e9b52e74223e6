import { describeUserAgent, type Session } from '@dev-connector/contract';

/** Sessions of one browser on one system, newest first: a device, or several of the same kind. */
export interface Device {
  name: string;
  isCurrent: boolean;
  sessions: Session[];
  /** When one of the sessions was last used. */
  lastUsed: string;
}

/** Groups sessions by browser and system, the most recent group first. The current session has its own group. */
export function devicesOf(sessions: Session[]): Device[] {
  const groups = Map.groupBy(sessions, ({ current, device }) => (current ? '' : describeUserAgent(device)));
  return [...groups.values()].map((group) => ({
    name: describeUserAgent(group[0]?.device),
    isCurrent: group[0]?.current === true,
    sessions: group,
    lastUsed:
      group
        .map(({ lastUsed }) => lastUsed)
        .toSorted()
        .at(-1) ?? '',
  }));
}
