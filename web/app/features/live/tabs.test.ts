import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventText, fakePage, fakeServer } from './fake-server.test-helper';
import { fakeBrowser, fakeDocument } from './fake-tabs.test-helper';
import { joinTabs, type Tab } from './tabs';
import { noTopics, type Topics } from './topics';

let server: ReturnType<typeof fakeServer>;
let browser: ReturnType<typeof fakeBrowser>;
let opened: Tab[];

beforeEach(() => {
  vi.useFakeTimers();
  server = fakeServer();
  fakePage();
  browser = fakeBrowser();
  opened = [];
});

afterEach(() => {
  for (const tab of opened) tab.leave();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (milliseconds = 0) => vi.advanceTimersByTimeAsync(milliseconds);
const minute = 60_000;

async function passWithHeartbeats(minutes: number) {
  for (let heartbeats = 0; heartbeats < 3 * minutes; heartbeats++) {
    if (server.last.isOpen) server.last.send(': \n');
    await pass(20_000);
  }
}

/** Opens a tab. */
async function open({ token = 'ada' } = {}) {
  const types: string[] = [];
  const onEndElsewhere = vi.fn();
  const hasEnded = vi.fn(() => false);
  const onSessionEnd = vi.fn(() => {
    hasEnded.mockReturnValue(true);
    tab.leave();
  });
  const { document, setVisible } = fakeDocument();
  const isChanging = vi.fn(() => false);
  const onEvent = ({ type }: { type: string }) => types.push(type);
  const onFollow = vi.fn<(topics: Topics) => void>();
  const onWatchChange = vi.fn();
  const tab = joinTabs({ token, page: document, onEvent, onFollow, onWatchChange, onSessionEnd, isChanging, hasEnded, onEndElsewhere });
  opened.push(tab);
  tab.show(noTopics);
  await pass();
  return { ...tab, types, onFollow, onWatchChange, onSessionEnd, onEndElsewhere, isChanging, hasEnded, setVisible };
}

test('two tabs share a stream, which has the topics of both', async () => {
  const [first, second] = [await open(), await open()];
  first.show({ feeds: ['latest'], posts: ['a'] });
  second.show({ feeds: ['latest'], posts: ['b'] });
  await pass(1000);
  expect(server.connections.filter(({ isOpen }) => isOpen)).toHaveLength(1);
  expect(server.last.path).toBe('/api/events?feeds=latest&posts=a%2Cb');
  server.last.send(eventText(1, 'ready') + eventText(2, 'notifications'));
  await pass();
  expect(first.types).toEqual(['ready', 'notifications']);
  expect(second.types).toEqual(['ready', 'notifications']);
});

test('each tab learns which events arrive, also one that is opened later', async () => {
  const [first, second] = [await open(), await open()];
  second.show({ feeds: [], posts: ['b'] });
  await pass(1000);
  expect(second.onFollow).not.toHaveBeenCalled();
  server.last.send(eventText(1, 'ready'));
  await pass();
  const third = await open();
  for (const tab of [first, second, third]) expect(tab.onFollow).toHaveBeenLastCalledWith({ feeds: [], posts: ['b'] });

  second.show({ feeds: [], posts: ['b', 'c'] });
  await pass(1000);
  expect(second.onFollow).toHaveBeenLastCalledWith({ feeds: [], posts: ['b'] });
  server.last.send(eventText(2, 'ready'));
  await pass();
  expect(second.onFollow).toHaveBeenLastCalledWith({ feeds: [], posts: ['b', 'c'] });
});

test('the other tabs of the session learn that the member watches a post', async () => {
  const [first, second, other] = [await open(), await open(), await open({ token: 'grace' })];
  first.shareWatchChange('a');
  expect(second.onWatchChange).toHaveBeenCalledExactlyOnceWith('a');
  for (const tab of [first, other]) expect(tab.onWatchChange).not.toHaveBeenCalled();
});

test('tabs of different sessions share neither streams nor messages', async () => {
  const [ada, grace] = [await open(), await open({ token: 'grace' })];
  ada.show({ feeds: [], posts: ['a'] });
  grace.show({ feeds: [], posts: ['b'] });
  await pass(1000);
  const streams = server.connections.filter(({ isOpen }) => isOpen);
  expect(streams.map(({ path, headers }) => [path, headers['x-auth-token']])).toEqual([
    ['/api/events?posts=a', 'ada'],
    ['/api/events?posts=b', 'grace'],
  ]);
  streams[0]?.send(eventText(7, 'ready') + eventText(8, 'notifications'));
  await pass();
  expect(ada.types).toEqual(['ready', 'notifications']);
  expect(grace.types).toEqual([]);
  expect(grace.onFollow).not.toHaveBeenCalled();
});

test('a tab with another version of the page neither has the stream nor is heard', async () => {
  void navigator.locks.request('live', {}, () => new Promise(() => {}));
  const tab = await open();
  expect(server.connections).toHaveLength(1);
  const channel = new BroadcastChannel('live');
  for (const message of [{ event: { id: '9', type: 'reload', data: '{}' } }, { weather: 'rain' }])
    channel.postMessage({ from: 'x', ...message });
  channel.close();
  expect(tab.types).toEqual([]);
});

test('another tab continues the stream after the last event when its tab closes', async () => {
  const [first, second] = [await open(), await open()];
  second.show({ feeds: [], posts: ['b'] });
  await pass(1000);
  server.last.send(eventText(9, 'ready'));
  await pass();
  first.leave();
  await pass(1000);
  expect(server.connections.filter(({ isOpen }) => isOpen)).toMatchObject([
    { path: '/api/events?posts=b', headers: { 'last-event-id': '9' } },
  ]);
  server.last.send(eventText(10, 'notifications'));
  await pass();
  expect(second.types).toEqual(['ready', 'notifications']);
  expect(first.types).toEqual(['ready']);
});

test('closes the stream after five minutes in the background, and reads everything again on return', async () => {
  const [first, second] = [await open(), await open()];
  server.last.send(eventText(1, 'ready'));
  first.setVisible(false);
  await passWithHeartbeats(20);
  expect(server.connections.map(({ isOpen }) => isOpen)).toEqual([true]);
  second.setVisible(false);
  await passWithHeartbeats(4);
  expect(server.last.isOpen).toBe(true);
  await passWithHeartbeats(2);
  expect(server.connections.map(({ isOpen }) => isOpen)).toEqual([false]);
  await pass(20 * minute);
  expect(server.connections).toHaveLength(1);

  second.setVisible(true);
  await pass(1000);
  expect(server.connections).toHaveLength(2);
  expect(server.last.headers).toMatchObject({ 'last-event-id': '1' });
  expect(second.types).toEqual(['ready', 'reload']);
  expect(first.types).toEqual(['ready']);
});

test('a tab that was hidden for five minutes reads everything again, even if another one was visible', async () => {
  const [first, second] = [await open(), await open()];
  first.show({ feeds: [], posts: ['a'] });
  second.show({ feeds: [], posts: ['b'] });
  await pass(1000);
  second.setVisible(false);
  await passWithHeartbeats(6);
  first.show({ feeds: ['latest'], posts: ['a'] });
  await pass(1000);
  expect(server.last.path).toBe('/api/events?feeds=latest&posts=a');
  second.setVisible(true);
  await pass(1000);
  expect(server.last.path).toBe('/api/events?feeds=latest&posts=a%2Cb');
  expect(second.types).toEqual(['reload']);
});

test('a visible tab takes the stream from a frozen one', async () => {
  const [first, second] = [await open(), await open()];
  first.setVisible(false);
  second.setVisible(false);
  browser.freezeFirst();
  second.setVisible(true);
  await pass(2999);
  expect(server.connections).toHaveLength(1);
  await pass(1000);
  expect(server.connections.map(({ isOpen }) => isOpen)).toEqual([false, true]);
  server.last.send(eventText(1, 'ready'));
  await pass();
  expect(second.types).toEqual(['ready']);
});

test('does not take the stream from a tab that answers', async () => {
  await open();
  const second = await open();
  second.setVisible(false);
  second.setVisible(true);
  await pass(10_000);
  expect(server.connections).toHaveLength(1);
});

test('all tabs of the session learn that it has ended', async () => {
  const [other, first, second] = [await open({ token: 'charles' }), await open(), await open()];
  server.last.send(eventText(1, 'session'));
  server.last.end();
  await pass(999);
  expect(first.onSessionEnd).not.toHaveBeenCalled(); // the page's own sign-out comes first
  expect(server.connections).toHaveLength(2);
  await pass(1);
  expect(first.onSessionEnd).toHaveBeenCalledTimes(1);
  expect(second.onEndElsewhere).toHaveBeenCalledTimes(1);
  expect(other.onEndElsewhere).not.toHaveBeenCalled();
  expect(first.types).toEqual([]);
});

test('waits for a change of the page, which may replace the session, but not for ever', async () => {
  const tab = await open();
  tab.isChanging.mockReturnValue(true);
  server.last.send(eventText(1, 'session'));
  await pass(9999);
  expect(tab.onSessionEnd).not.toHaveBeenCalled();
  await pass(1);
  expect(tab.onSessionEnd).toHaveBeenCalledTimes(1);
});

test('another tab continues after the id of a heartbeat', async () => {
  const [first] = [await open(), await open()];
  server.last.send(`${eventText(1, 'ready')}: \nid: 5\n\n`);
  await passWithHeartbeats(2);
  first.leave();
  await pass(1000);
  expect(server.last.headers).toMatchObject({ 'last-event-id': '5' });
});

test('a tab learns that the session has ended just after it has left, because another tab has removed the token', async () => {
  const [first, second] = [await open(), await open()];
  second.leave({ listens: true });
  first.hasEnded.mockReturnValue(true); // a request was answered with 401
  first.leave();
  expect(second.onEndElsewhere).toHaveBeenCalledTimes(1);
});

test('says nothing of the session if the tab leaves, as after a sign-out', async () => {
  const [first, second] = [await open(), await open()];
  server.last.send(eventText(1, 'session'));
  await pass();
  first.leave();
  await pass(10_000);
  expect(first.onSessionEnd).not.toHaveBeenCalled();
  expect(second.onEndElsewhere).not.toHaveBeenCalled();
});

/** Leaves without clearing the timers, which a page that replaces the clock cannot clear. */
function leaveWithTimers({ leave }: Tab) {
  const { clearTimeout, clearInterval } = globalThis;
  Object.assign(globalThis, { clearTimeout: () => {}, clearInterval: () => {} });
  leave();
  Object.assign(globalThis, { clearTimeout, clearInterval });
}

test('a tab that has left sends nothing and takes no stream, even if its timers still run', async () => {
  const [first, second] = [await open(), await open()];
  second.setVisible(false);
  second.setVisible(true); // starts the timer after which it would take the stream
  leaveWithTimers(second);
  second.show({ feeds: [], posts: ['b'] });
  await passWithHeartbeats(3);
  expect(server.connections).toMatchObject([{ isOpen: true, path: '/api/events' }]);
  first.show({ feeds: ['latest'], posts: [] });
  leaveWithTimers(first);
  await pass(2 * minute);
  expect(server.connections.map(({ isOpen }) => isOpen)).toEqual([false]);
});

test('says nothing of the session if the server refuses the stream after the tab has left', async () => {
  const tab = await open();
  server.refusals.push(new Response('', { status: 401 }));
  tab.show({ feeds: ['latest'], posts: [] });
  vi.advanceTimersByTime(300); // the response is on its way
  tab.leave();
  await pass(10_000);
  expect(server.connections).toHaveLength(2);
  expect(tab.onSessionEnd).not.toHaveBeenCalled();
});

test.each([
  ['Web Locks', () => vi.stubGlobal('navigator', { onLine: true })],
  [
    'BroadcastChannel',
    () =>
      vi.stubGlobal(
        'BroadcastChannel',
        class {
          constructor() {
            throw new Error('Denied');
          }
        },
      ),
  ],
])('has a stream per tab without %s', async (_, remove) => {
  remove();
  const [first, second] = [await open(), await open()];
  first.show({ feeds: ['latest'], posts: [] });
  second.show({ feeds: [], posts: ['b'] });
  await pass(1000);
  const streams = server.connections.filter(({ isOpen }) => isOpen);
  expect(streams.map(({ path }) => path).sort()).toEqual(['/api/events?feeds=latest', '/api/events?posts=b']);
  server.last.send(eventText(3, 'ready'));
  await pass();
  first.setVisible(false);
  second.setVisible(false);
  await pass();
  expect(server.connections.filter(({ isOpen }) => isOpen)).toEqual([]);
  second.setVisible(true);
  await pass();
  expect(server.connections.filter(({ isOpen }) => isOpen)).toMatchObject([{ headers: { 'last-event-id': '3' } }]);
  expect([...first.types, ...second.types]).toEqual(['ready']);
});

test('names at most twenty topics', async () => {
  const tab = await open();
  tab.show({ feeds: ['latest', 'following'], posts: Array.from({ length: 30 }, (_, number) => `post${number}`) });
  await pass(1000);
  const { searchParams } = new URL(server.last.path, 'http://localhost');
  expect(searchParams.get('posts')?.split(',')).toHaveLength(18);
});
