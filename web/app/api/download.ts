import { ApiError, networkError, toApiError } from './client';
import { saveFile } from './save-file';
import { readToken, rejectToken } from './token';

/** Downloads a file of the API. A `Blob` lets the browser store it outside the page's memory. */
export async function download(path: string): Promise<void> {
  const token = readToken();
  try {
    const response = await fetch(path, { headers: token === null ? {} : { 'x-auth-token': token } });
    if (response.status === 401) rejectToken(token);
    if (!response.ok) throw toApiError(response, await response.json().catch(() => undefined));
    const [, name = 'download'] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
    saveFile(name, await response.blob());
  } catch (error) {
    throw error instanceof ApiError ? error : networkError();
  }
}
