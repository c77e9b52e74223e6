import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/* The table of events in docs/architecture.md, made from the code: each event, the features that publish it, and those that subscribe. */
const root = join(import.meta.dirname, '..');
const document = join(root, 'docs/architecture.md');
const [begin, end] = ['<!-- events: made by npm run events -->', '<!-- /events -->'];

interface Event {
  about: string;
  publishers: Set<string>;
  /** Features that subscribe in the transaction, and after the commit. */
  subscribers: Set<string>;
  later: Set<string>;
}

/** Reads the events that the features declare, publish and subscribe to. */
function readEvents(): Map<string, Event> {
  const events = new Map<string, Event>();
  const files = globSync('server/src/features/*/**/*.ts', { cwd: root }).sort();
  const sources = files.map((file) => ({ feature: file.split('/')[3] ?? '', text: readFileSync(join(root, file), 'utf8') }));
  for (const { text } of sources)
    for (const [, body = ''] of text.matchAll(/interface EventPayloads \{\n(.*?)\n {2}\}/gs))
      for (const [, about = '', type = ''] of body.matchAll(/\/\*\* (.*?) \*\/\n\s*'([\w.]+)':/g))
        events.set(type, { about, publishers: new Set(), subscribers: new Set(), later: new Set() });
  for (const { feature, text } of sources) {
    const add = (call: RegExp, roleOf: (event: Event) => Set<string>) => {
      for (const [found] of text.matchAll(call))
        for (const [, type = ''] of found.matchAll(/'([\w]+\.[\w]+)'/g)) {
          const event = events.get(type);
          if (!event) throw new Error(`${feature} uses the event ${type}, which no feature declares`);
          roleOf(event).add(feature);
        }
    };
    add(/\.publish\([^;]*?\);/gs, ({ publishers }) => publishers);
    const [call] = /events\.(?:on|afterCommit)\((?!\s*')[^\n]*/.exec(text) ?? [];
    if (call) throw new Error(`${feature} subscribes to an event whose name is not a literal: ${call}`);
    add(/events\.on\(\s*'[^']*'/g, ({ subscribers }) => subscribers);
    add(/events\.afterCommit\(\s*'[^']*'/g, ({ later }) => later);
  }
  return events;
}

function table(): string {
  const rows = [...readEvents()].sort().map(([type, { about, publishers, subscribers, later }]) => {
    if (publishers.size === 0) throw new Error(`Nothing publishes the event ${type}`);
    const list = [...subscribers, ...[...later].map((feature) => `${feature} (after the commit)`)].join(', ');
    return `| \`${type}\` | ${about} | ${[...publishers].join(', ')} | ${list} |`;
  });
  return ['| event | meaning | published by | subscribers |', '|---|---|---|---|', ...rows].join('\n');
}

function withEvents(text: string): string {
  const [before, rest] = text.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`docs/architecture.md does not contain the markers ${begin} and ${end}`);
  return `${before}${begin}\n${table()}\n${end}${after}`;
}

/** Whether the table of events is current. */
export function eventTableIsCurrent(): boolean {
  const text = readFileSync(document, 'utf8');
  return withEvents(text) === text;
}

if (import.meta.main) writeFileSync(document, withEvents(readFileSync(document, 'utf8')));
