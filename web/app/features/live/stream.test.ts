import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StreamEvent } from './event-parser';
import { eventText, fakePage, fakeServer } from './fake-server.test-helper';
import { createStream, type Stream } from './stream';
import { noTopics } from './topics';

let server: ReturnType<typeof fakeServer>;
let page: ReturnType<typeof fakePage>;
let events: StreamEvent[];
let stream: Stream;
const onSessionEnd = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1); // the longest pauses
  vi.stubGlobal('navigator', { onLine: true });
  server = fakeServer();
  page = fakePage();
  events = [];
  onSessionEnd.mockClear();
  stream = createStream({ token: 'ada', onEvent: (event) => events.push(event), onSessionEnd });
});

afterEach(() => {
  stream.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const pass = (milliseconds = 0) => vi.advanceTimersByTimeAsync(milliseconds);

test('sends the token and the topics, and reports events', async () => {
  stream.open({ feeds: ['latest', 'following'], posts: ['a', 'b'] });
  await pass();
  expect(server.last).toMatchObject({ path: '/api/events?feeds=latest%2Cfollowing&posts=a%2Cb', headers: { 'x-auth-token': 'ada' } });
  expect(server.last.headers).not.toHaveProperty('last-event-id');
  server.last.send(eventText(1, 'ready') + eventText(2, 'feed', { feed: 'latest' }));
  await pass();
  expect(events).toEqual([
    { id: '1', type: 'ready', data: '{}' },
    { id: '2', type: 'feed', data: '{"feed":"latest"}' },
  ]);
});

test('connects once for a navigation, and continues after the last event', async () => {
  stream.open(noTopics);
  await pass();
  server.last.send(eventText(7, 'ready'));
  await pass();
  stream.open({ feeds: ['latest'], posts: [] });
  await pass(100);
  stream.open({ feeds: [], posts: ['a'] });
  await pass(300);
  expect(server.connections).toHaveLength(2);
  expect(server.connections[0]?.isOpen).toBe(false);
  expect(server.last).toMatchObject({ path: '/api/events?posts=a', headers: { 'last-event-id': '7' } });
  stream.open(noTopics); // needs no other connection
  await pass(1000);
  expect(server.connections).toHaveLength(2);
});

test('waits twice as long after each failure, at most a minute', async () => {
  server.refusals.push(...Array.from({ length: 8 }, () => new Response('', { status: 500 })));
  stream.open(noTopics);
  await pass();
  for (const delay of [2, 4, 8, 16, 32, 60, 60]) {
    const { length } = server.connections;
    await pass(delay * 1000 - 1);
    expect(server.connections).toHaveLength(length);
    await pass(1);
    expect(server.connections).toHaveLength(length + 1);
  }
});

test('waits as long as the server asks: retry before it ends the stream, Retry-After when it refuses', async () => {
  stream.open(noTopics);
  await pass();
  server.last.send(`${eventText(1, 'ready')}retry: 7000\n\n`);
  server.last.end();
  await pass(6999);
  expect(server.connections).toHaveLength(1);
  const cancel = vi.fn();
  server.refusals.push(new Response(new ReadableStream({ cancel }), { status: 503, headers: { 'retry-after': '20' } }));
  await pass(1);
  expect(server.connections).toHaveLength(2);
  expect(cancel).toHaveBeenCalledTimes(1); // the connection is free
  await pass(39_999); // at most twice as long, so that not all clients return at once
  expect(server.connections).toHaveLength(2);
  await pass(1);
  expect(server.connections).toHaveLength(3);
  expect(server.last.headers).toMatchObject({ 'last-event-id': '1' });
});

test('continues after an id without an event, as at a shutdown', async () => {
  stream.open(noTopics);
  await pass();
  server.last.send(`${eventText(1, 'ready')}id: 9\nretry: 1000\n\n`);
  server.last.end();
  await pass(1000);
  expect(server.last.headers).toMatchObject({ 'last-event-id': '9' });
});

test('reads everything again if the server refuses the position', async () => {
  stream.open(noTopics);
  await pass();
  server.last.send(eventText(1, 'ready'));
  server.last.end();
  server.refusals.push(new Response('', { status: 400 }));
  await pass(10_000);
  expect(server.connections).toHaveLength(3);
  expect(server.last.headers).not.toHaveProperty('last-event-id');
  server.last.send(eventText(2, 'ready') + eventText(3, 'notifications'));
  await pass();
  expect(events.map(({ type }) => type)).toEqual(['ready', 'ready', 'reload', 'notifications']);
});

test('connects again after a minute of silence', async () => {
  stream.open(noTopics);
  await pass();
  for (let heartbeats = 0; heartbeats < 4; heartbeats++) {
    server.last.send(': \n');
    await pass(25_000);
  }
  expect(server.connections).toHaveLength(1);
  await pass(60_000);
  expect(server.connections).toHaveLength(2);
});

test('waits for the network, and connects again when it returns', async () => {
  stream.open(noTopics);
  await pass();
  vi.stubGlobal('navigator', { onLine: false });
  server.last.end();
  await pass(600_000);
  expect(server.connections).toHaveLength(1);
  vi.stubGlobal('navigator', { onLine: true });
  page.dispatch('online');
  await pass();
  expect(server.connections).toHaveLength(2);
  page.dispatch('online'); // the connection may be lost although it looks open
  await pass();
  expect(server.connections.map(({ isOpen }) => isOpen)).toEqual([false, false, true]);
});

test.each([204, 400, 403, 404])('does not repeat a request that the server answers with %d', async (status) => {
  server.refusals.push(new Response(status === 204 ? null : '', { status }));
  stream.open(noTopics);
  await pass(600_000);
  expect(server.connections).toHaveLength(1);
  expect(onSessionEnd).not.toHaveBeenCalled();
});

test('reports the end of the session', async () => {
  server.refusals.push(new Response('', { status: 401 }));
  stream.open(noTopics);
  await pass(600_000);
  expect(onSessionEnd).toHaveBeenCalledTimes(1);
  expect(server.connections).toHaveLength(1);
});

test('reports nothing after it was closed', async () => {
  stream.open(noTopics);
  await pass();
  server.last.send(eventText(1, 'ready'));
  await pass();
  stream.close();
  await pass(600_000);
  expect(server.connections.map(({ isOpen }) => isOpen)).toEqual([false]);
  expect(events).toHaveLength(1);
});
