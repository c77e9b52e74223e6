import { type Endpoint, fileTooLarge, limits, type Reply } from '@dev-connector/contract';
import { networkError, RequestError, toApiError } from '../../api/client';
import { readToken, rejectToken } from '../../api/token';

interface UploadOptions {
  signal: AbortSignal;
  /** Called with the sent part, from 0 to 1. */
  onProgress: (part: number) => void;
}

/** Sends a file as a multipart form. Uses XMLHttpRequest, because `fetch` does not report how much it has sent. Throws a RequestError, or the reason of the signal. */
export function upload<const E extends Endpoint>(
  { method, path }: E,
  { file, ...fields }: { file: Blob; alt?: string },
  { signal, onProgress }: UploadOptions,
): Promise<Reply<E>> {
  if (file.size > limits.upload) throw new RequestError([{ msg: fileTooLarge(file.size) }]);
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file);
  const token = readToken();
  const request = new XMLHttpRequest();
  request.open(method, path);
  request.responseType = 'json';
  if (token !== null) request.setRequestHeader('x-auth-token', token);
  request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
  return new Promise((resolve, reject) => {
    request.onerror = () => reject(networkError());
    request.onabort = () => reject(signal.reason);
    request.onload = () => {
      const { status, response } = request;
      if (status === 401) rejectToken(token);
      if (status >= 200 && status < 300 && response) resolve(response);
      else reject(toApiError({ status, headers: { get: (name) => request.getResponseHeader(name) } }, response));
    };
    signal.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}
