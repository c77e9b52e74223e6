import { expect, test } from 'vitest';
import { createEventParser, type StreamEvent } from './event-parser';

function parse(...parts: string[]) {
  const events: StreamEvent[] = [];
  const ids: string[] = [];
  const retries: number[] = [];
  const read = createEventParser({
    onEvent: (event) => events.push(event),
    onId: (id) => ids.push(id),
    onRetry: (milliseconds) => retries.push(milliseconds),
  });
  for (const part of parts) read(part);
  return { events, ids, retries };
}

const stream = [
  ': heartbeat',
  'id: 7',
  'event: post',
  'data: {"post":"a",',
  'data:"change":"like"}',
  '',
  'retry: 2500',
  ':',
  'event: ready',
  'data: {}',
  '',
  '',
].join('\n');

const parsed = {
  events: [
    { id: '7', type: 'post', data: '{"post":"a",\n"change":"like"}' },
    { id: '7', type: 'ready', data: '{}' },
  ],
  ids: ['7', '7'],
  retries: [2500],
};

test.each([
  ['LF', '\n'],
  ['CR LF', '\r\n'],
  ['CR', '\r'],
])('reads lines that end with %s, split anywhere', (_, end) => {
  const text = stream.replaceAll('\n', end);
  for (let first = 0; first <= text.length; first++)
    for (let second = first; second <= text.length; second += 5)
      expect(parse(text.slice(0, first), text.slice(first, second), text.slice(second))).toEqual(parsed);
  expect(parse(...text)).toEqual(parsed);
});

test('drops an event that the end of the stream cuts off', () => {
  expect(parse('data: complete\n\ndata: cut off\n').events).toEqual([{ id: '', type: 'message', data: 'complete' }]);
});

test('ignores events without data, unknown fields, and a retry that is no number', () => {
  expect(parse('event: empty\n\nname: value\nretry: soon\nretry\n\n')).toEqual({ events: [], ids: [], retries: [] });
});

test('reports the id of a block without an event, as at the end of a stream', () => {
  expect(parse('id: 8\nretry: 2500\n\n')).toEqual({ events: [], ids: ['8'], retries: [2500] });
});

test('removes one space after the colon, and accepts a field without a colon', () => {
  expect(parse('data:  two\ndata\ndata:none\n\n').events).toEqual([{ id: '', type: 'message', data: ' two\n\nnone' }]);
});

test('ignores an id with a null character', () => {
  expect(parse('id: 1\nid: 2\0\ndata: x\n\n').events).toEqual([{ id: '1', type: 'message', data: 'x' }]);
});
