import type { Member } from '@dev-connector/contract';

/** Returns the current address of a page under a former handle, which leads to the member for a while. */
export function addressAfterChange(
  id: string,
  { handle }: Pick<Member, 'handle'>,
  { pathname, search }: { pathname: string; search: string },
) {
  if (!id.startsWith('@') || !handle || id.toLowerCase() === `@${handle}`.toLowerCase()) return undefined;
  return pathname.replace(/^\/dev\/[^/]*/, `/dev/@${handle}`) + search;
}
