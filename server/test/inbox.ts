import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';

export interface Received {
  /** Recipient. */
  to: string;
  messageId: string;
  source: string;
}

/** Starts a mail server that takes up to `time` milliseconds for each mail and keeps all mails, also of clients that disconnect while it answers. */
export async function openInbox(cleanup: (task: () => unknown) => void, time: number): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    async onData(stream, session, done) {
      const source = await text(stream).catch(() => undefined);
      if (source === undefined) return; // the client ended in the middle of the mail
      received.push({
        to: session.envelope.rcptTo[0]?.address ?? '',
        messageId: /^Message-ID: (\S+)/im.exec(source)?.[1] ?? '',
        source,
      });
      await delay(Math.random() * time);
      done();
    },
  });
  server.on('error', () => {}); // clients that are killed
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  cleanup(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, received };
}
