import { execFile } from 'node:child_process';
import { request } from 'node:http';
import { promisify } from 'node:util';
import axios, { type AxiosStatic } from 'axios';
import classicAxios from 'axios-0';
import got from 'got';

interface HttpRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  /** Undefined: none. */
  body: string | undefined;
}
interface HttpResponse {
  status: number;
  body: unknown;
}
export type HttpClient = (request: HttpRequest) => Promise<HttpResponse>;

const run = promisify(execFile);

const ofAxios =
  (client: Pick<AxiosStatic, 'request'>): HttpClient =>
  async ({ method, url, headers, body }) => {
    const untouched = { transformRequest: (data: unknown) => data, transformResponse: (text: string) => text };
    const response = await client.request({ method, url, headers, data: body, proxy: false, validateStatus: () => true, ...untouched });
    return { status: response.status, body: JSON.parse(response.data) };
  };

/** HTTP clients that people use, each with its own framing of a request without a body. */
export const httpClients: Record<string, HttpClient> = {
  'fetch of Node': async ({ url, body, ...options }) => {
    const response = await fetch(url, { ...options, ...(body !== undefined && { body }) });
    return { status: response.status, body: await response.json() };
  },
  'axios 1': ofAxios(axios),
  'axios 0.27': ofAxios(classicAxios as unknown as AxiosStatic),
  got: async ({ url, method, headers, body }) => {
    const options = { headers, retry: { limit: 0 }, throwHttpErrors: false, ...(body !== undefined && { body }) };
    const response = await got(url, { ...options, method: method as 'PUT' });
    return { status: response.statusCode, body: JSON.parse(response.body) };
  },
  curl: async ({ method, url, headers, body }) => {
    const fields = Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]);
    const data = body === undefined ? [] : ['--data-binary', body];
    const { stdout } = await run('curl', [
      ...['--silent', '--noproxy', '*', '--request', method, '--write-out', '\n%{http_code}'],
      ...fields,
      ...data,
      url,
    ]);
    const end = stdout.lastIndexOf('\n');
    return { status: Number(stdout.slice(end + 1)), body: JSON.parse(stdout.slice(0, end)) };
  },
  // Sends neither a length nor a transfer coding without a body, and a chunked body otherwise, which may be empty.
  'node:http': ({ url, method, headers, body }) =>
    new Promise((resolve, reject) => {
      const sent = request(url, { method, headers: { ...headers, ...(body !== undefined && { 'transfer-encoding': 'chunked' }) } });
      if (body === undefined) sent.useChunkedEncodingByDefault = false;
      sent.once('error', reject).once('response', async (response) => {
        const { statusCode = 0 } = response;
        resolve({ status: statusCode, body: JSON.parse(Buffer.concat(await response.toArray()).toString()) });
      });
      sent.end(body);
    }),
};

/** The content type that some clients add to a text. */
export const typeOfText: Record<string, string | undefined> = { 'fetch of Node': 'text/plain' };
