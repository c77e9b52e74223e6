import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../api/client';
import { changeRecord, eraseRecord, readRecord, writeRecord } from './records';
import { DraftSync } from './synced-drafts';

const context = 'post:1';
const id = `ada:${context}#1`;
const stored = { context, fields: { text: 'Hello' }, version: 3, dirty: false, owner: '', changedAt: 0 };

/** Requests that the server has not answered yet. */
let requests: Array<{ method: string | undefined; body: unknown; respond: (status: number, content: object) => void }>;
let drafts: DraftSync;

beforeEach(() => {
  vi.useFakeTimers();
  requests = [];
  const fetch = (_path: string, { method, body }: RequestInit) =>
    new Promise<Response>((resolve) => {
      const respond = (status: number, content: object) => resolve(Response.json(content, { status }));
      requests.push({ method, body: JSON.parse(String(body ?? 'null')), respond });
    });
  vi.stubGlobal('fetch', fetch);
  writeRecord(id, stored);
  drafts = new DraftSync('ada');
});

afterEach(() => {
  writeRecord(id, undefined);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Lets all due work run, and a minute pass. */
const pass = () => vi.advanceTimersByTimeAsync(60_000);

test('a text names the saved draft, and nothing is sent again once the form is empty', async () => {
  const request = vi.fn(async () => {});
  await drafts.send(id, request);
  eraseRecord(id);
  await pass();
  expect(request.mock.calls).toEqual([[{ context, version: 3 }]]);
  expect(readRecord(id)).toBeUndefined();
  expect(requests).toEqual([]);
});

test('a text without a draft names none', async () => {
  const request = vi.fn(async () => {});
  await drafts.send(undefined, request);
  changeRecord(id, { version: undefined });
  await drafts.send(id, request);
  expect(request.mock.calls).toEqual([[], [undefined]]);
});

test('what is typed while a text is sent becomes a new draft', async () => {
  await drafts.send(id, async () => {
    changeRecord(id, { fields: { text: 'Next' }, dirty: true });
    await pass();
    expect(requests).toEqual([]);
  });
  await pass();
  expect(requests).toMatchObject([{ method: 'PUT', body: { text: 'Next' } }]);
  expect(requests[0]?.body).not.toHaveProperty('version');
});

test('the draft is saved again if the response to the text is missing', async () => {
  const lost = new ApiError(0, [{ msg: 'Lost' }]);
  const sending = drafts.send(id, async () => Promise.reject(lost));
  await expect(sending).rejects.toBe(lost);
  await pass();
  expect(requests).toMatchObject([{ method: 'PUT', body: { text: 'Hello', version: 3 } }]);
});

test('the draft stays as it is if the server refuses the text', async () => {
  const refused = new ApiError(400, [{ msg: 'Too long' }]);
  await expect(drafts.send(id, async () => Promise.reject(refused))).rejects.toBe(refused);
  await pass();
  expect(readRecord(id)).toEqual(stored);
  expect(requests).toEqual([]);
});

test('a text waits for the response to its last change, whose version it names', async () => {
  changeRecord(id, { fields: { text: 'Hello all' }, dirty: true });
  void drafts.flush();
  await vi.advanceTimersByTimeAsync(0);
  const request = vi.fn(async () => {});
  const sending = drafts.send(id, request);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(request).not.toHaveBeenCalled();
  requests[0]?.respond(200, { version: 4 });
  await sending;
  expect(request.mock.calls).toEqual([[{ context, version: 4 }]]);
});

test('a text does not wait longer than two seconds, and its draft is deleted once its version is known', async () => {
  changeRecord(id, { fields: { text: 'Hello all' }, dirty: true });
  void drafts.flush();
  await vi.advanceTimersByTimeAsync(0);
  const request = vi.fn(async () => {});
  const sending = drafts.send(id, request);
  await vi.advanceTimersByTimeAsync(2_000);
  await sending;
  expect(request.mock.calls).toEqual([[{ context, version: 3 }]]);
  eraseRecord(id);
  requests[0]?.respond(200, { version: 4 });
  void drafts.flush();
  await pass();
  expect(requests.map(({ method }) => method)).toEqual(['PUT', 'DELETE']);
});
