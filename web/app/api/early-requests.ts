import { readAccount, readOwnFollows } from '@dev-connector/contract';
import type { UIMatch } from 'react-router';
import type { ScreenHandle } from '../context';
import type { ResponseLike } from './client';

declare global {
  /** Takes the response to a request that the page's first script has sent with the same token. Each response is used once. */
  var takeEarlyResponse: ((path: string, init?: RequestInit) => Promise<ResponseLike> | undefined) | undefined;
}

/**
 * If the browser stores a token: marks the document, and requests the account and the first data of the screen while the modules load. If the screen shows the home
 * feed and the browser does not remember which that is, requests what decides it. Its source is in the page, so it uses nothing else of the module.
 */
export function sendEarlyRequests(account: string, follows: string, firstRequest?: string): void {
  try {
    const token = localStorage.getItem('token');
    if (!token) return;
    document.documentElement.dataset.token = '';
    const responses = new Map<string, Promise<ResponseLike>>();
    const feed = localStorage.getItem('home-feed');
    const paths = [account];
    if (firstRequest?.includes(':home') && !feed) paths.push(follows);
    if (firstRequest && !location.search) paths.push(firstRequest.replace(':home', feed ?? 'latest'));
    for (const path of paths) {
      // Reads the body, which ends the request even if nothing takes its response.
      const response = fetch(path, { headers: { 'x-auth-token': token } }).then(async (received) => {
        const body = await received.text();
        return { status: received.status, ok: received.ok, headers: received.headers, text: async () => body };
      });
      response.catch(() => {}); // the request that takes it reports the failure
      responses.set(path, response);
    }
    globalThis.takeEarlyResponse = (path, { method, headers } = {}) => {
      if (method !== 'GET' || (headers as Record<string, string>)['x-auth-token'] !== token) return undefined;
      const response = responses.get(path);
      responses.delete(path);
      return response;
    };
  } catch {} // local storage is unavailable
}

/** Source of the script for the matched screen. Paths are as the client builds them. */
export function earlyRequestsScript(screen: Pick<UIMatch, 'handle' | 'params'> | undefined): string {
  const first = (screen?.handle as ScreenHandle | undefined)?.firstRequest?.replace(/:(\w+)/g, (name, key) => {
    const value = screen?.params[key];
    return value === undefined ? name : encodeURIComponent(value);
  });
  return `(${sendEarlyRequests})(${[readAccount.path, readOwnFollows.path, ...(first ? [first] : [])].map(scriptString)})`;
}

/** A string literal that cannot end the script element. */
const scriptString = (text: string): string => JSON.stringify(text).replaceAll('<', '\\u003c');
