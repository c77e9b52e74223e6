import { followEvents, limits, tooManyTopics } from '@dev-connector/contract';
import type { Context, Mount } from '../../platform/context.ts';
import { Failure, InvalidFields } from '../../platform/errors.ts';
import { streamHeaders } from '../../platform/http/event-streams.ts';
import { type Call, route } from '../../platform/http/route.ts';
import { body, bodyFor, topicOf, withId } from './frames.ts';
import { hubOf } from './hub.ts';
import { idOf, replayAfter } from './queue.ts';
import { Subscriber } from './subscriber.ts';

/** Milliseconds over which the clients of a stopped process come back. */
const returnTime = 10_000;

export const live: Mount = (app, context) => {
  const hub = hubOf(context);
  route(app, followEvents, async (call) => {
    const { request, reply } = call;
    if (request.method === 'HEAD') return reply.headers(streamHeaders).send() as never;
    await openStream(context, call);
    return reply as never; // the stream writes the response
  });
  const idField = () => (hub.id === undefined ? '' : `id: ${hub.id}\n`);
  app.eventStreams.heartbeatFields = idField;
  app.addHook('preClose', async () => {
    const id = idField();
    app.eventStreams.close(() => `${id}retry: ${Math.floor(Math.random() * returnTime)}\n\n`);
    hub.stop();
  });
};

type EventsCall = Call<typeof followEvents>;

async function openStream(context: Context, { member, query, headers, request, reply }: EventsCall): Promise<void> {
  const hub = hubOf(context);
  const topics = topicsOf(query, member.id);
  const subscriber = new Subscriber(request.server.eventStreams.open(request, reply, member), member, topics);
  const { stream } = subscriber;
  stream.onClose(() => hub.remove(subscriber));
  hub.add(subscriber); // before the reads, so that it misses nothing after them
  try {
    const first = await firstEvents(context, subscriber, headers['last-event-id'] ?? query.lastEventId);
    await hub.verify([subscriber]); // the session may have ended before the stream was added
    if (!stream.isOpen) throw new Failure(hub.has(subscriber) ? 'unavailable' : 'tokenInvalid');
    stream.start(request, reply);
    subscriber.release(first);
  } catch (error) {
    hub.remove(subscriber);
    throw error;
  }
}

/** Returns `ready`, and the events since the client's last one. */
async function firstEvents(context: Context, { userId, topics }: Subscriber, last: string | undefined): Promise<string> {
  const hub = hubOf(context);
  await hub.read();
  const ready = body('ready', {});
  if (hub.id === undefined) throw new Failure('unavailable'); // the database failed
  if (last === undefined || last === '') return withId(ready, hub.id);
  const { position, entries } = await replayAfter(context.db, last);
  const id = idOf(context.db, position);
  if (!entries) return withId(ready, id) + withId(body('reload', {}), id);
  const frames = await hub.framesOf(entries, topics.includes(topicOf.feed('following')) ? [userId] : []);
  const events = new Set(frames.filter(({ topic }) => topics.includes(topic)).map((frame) => bodyFor(frame, userId)));
  const list = [ready, ...events];
  return list.map((event, index) => withId(event, index === list.length - 1 ? id : last)).join('');
}

/** Returns the topics of a request and of every stream of the member. Throws InvalidFields if there are too many. */
function topicsOf({ feeds = '', posts = '' }: EventsCall['query'], userId: string): string[] {
  const [feedNames, postIds] = [feeds, posts].map((list) => [...new Set(list.split(',').filter(Boolean))]) as [string[], string[]];
  if (feedNames.length + postIds.length > limits.liveTopics) throw new InvalidFields([{ msg: tooManyTopics, field: 'posts' }]);
  return [
    topicOf.user(userId),
    ...feedNames.map(topicOf.feed),
    ...(feedNames.includes('following') ? [topicOf.following(userId)] : []),
    ...postIds.map(topicOf.post),
  ];
}
