import type { IncomingMessage, ServerResponse } from 'node:http';
import { forward, type SiteProxy, startProxy } from './drivers/proxy.ts';

/** A proxy of a site that holds requests back or drops them. */
export interface SlowSite extends SiteProxy {
  /** From now on, holds the requests back whose path matches. */
  hold(path: RegExp): void;
  /** From now on, drops the connections of the requests whose path matches. */
  drop(path: RegExp): void;
  /** Forwards the requests that are held back, and all later ones. */
  release(): void;
  /** The paths of the requests that are held back and whose browser still waits. */
  held(): string[];
}

const nothing = /(?!)/;

export async function startSlowSite(site: string): Promise<SlowSite> {
  let held = nothing;
  let dropped = nothing;
  const waiting = new Map<ServerResponse, IncomingMessage>();
  const proxy = await startProxy((incoming, response) => {
    const { url: path = '' } = incoming;
    if (dropped.test(path)) response.destroy();
    else if (held.test(path)) {
      waiting.set(response, incoming);
      response.on('close', () => waiting.delete(response));
    } else forward(site, incoming, response);
  });
  return {
    ...proxy,
    hold(path) {
      held = path;
    },
    drop(path) {
      dropped = path;
    },
    release() {
      held = dropped = nothing;
      for (const [response, incoming] of waiting) forward(site, incoming, response);
      waiting.clear();
    },
    held: () => [...waiting.values()].map(({ url = '' }) => url),
  };
}
