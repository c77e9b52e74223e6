import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { parseSender, parseSmtpUrl } from '../src/platform/mail/addresses.ts';
import { onCleanup } from './cleanup.ts';

/** What the server does with the next mails. `hang` and `silent` answer neither the mail nor the connection. */
type Behaviour = 'accept' | 'hang' | 'silent' | 'close' | { auth: string } | { rcpt: string } | { data: string };

export interface MailServer {
  behaviour: Behaviour;
  /** The accepted mails, with their source. `subject` is without the name of the site. */
  mails: Array<ParsedMail & { source: string; recipient: string }>;
  /** Resolves when a mail begins to arrive, or with `silent` when a client connects. */
  begun(): Promise<void>;
  /** Returns the secret of the newest mail with this subject to an address. */
  secretFor(recipient: string, subject: string): string;
  /** Settings of a site that sends with this server. */
  settings: { smtpUrl: ReturnType<typeof parseSmtpUrl>; mailFrom: ReturnType<typeof parseSender> };
  url: string;
  /** Called with each mail. The server accepts the mail when the returned promise resolves. */
  onMail?: ((mail: MailServer['mails'][number]) => unknown) | undefined;
  /** Number of connections so far. */
  connections: number;
}

/** Starts an SMTP server on this machine. `secure`: the connection begins with TLS, with a self-signed certificate. */
export async function mailServer({
  user,
  pass,
  secure = false,
}: {
  user?: string;
  pass?: string;
  secure?: boolean;
} = {}): Promise<MailServer> {
  const sockets = new Set<Socket>();
  let signal = Promise.withResolvers<void>();
  const begin = () => {
    signal.resolve();
    signal = Promise.withResolvers();
  };
  const failure = (text: string) => Object.assign(new Error(text.slice(4)), { responseCode: Number(text.slice(0, 3)) });
  const smtp = new SMTPServer({
    secure,
    disabledCommands: user ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    authOptional: !user,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    onAuth({ username, password }, _session, done) {
      const { behaviour } = server;
      if (typeof behaviour === 'object' && 'auth' in behaviour) return done(failure(behaviour.auth));
      if (username !== user || password !== pass) return done(failure('535 5.7.8 Wrong user name or password'));
      done(null, { user });
    },
    onConnect(_session, done) {
      server.connections++;
      if (server.behaviour !== 'silent') return done();
      begin();
    },
    onRcptTo(_address, _session, done) {
      const { behaviour } = server;
      if (typeof behaviour === 'object' && 'rcpt' in behaviour) return done(failure(behaviour.rcpt));
      done();
    },
    async onData(stream, session, done) {
      const { behaviour } = server;
      if (behaviour === 'close') {
        stream.once('data', () => {
          begin();
          for (const socket of sockets) socket.destroy();
        });
        return;
      }
      const source = await buffer(stream);
      begin();
      if (behaviour === 'hang') return;
      if (typeof behaviour === 'object' && 'data' in behaviour) return done(failure(behaviour.data));
      const recipient = session.envelope.rcptTo[0]?.address ?? '';
      const parsed = await simpleParser(source);
      const subject = parsed.subject?.replace(/ · [^·]*$/, '');
      const mail = Object.assign(parsed, { subject, source: source.toString(), recipient });
      server.mails.push(mail);
      await server.onMail?.(mail);
      done(null, 'accepted');
    },
  });
  smtp.on('error', () => {}); // connections that a test destroys
  smtp.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const { port } = smtp.server.address() as AddressInfo;
  const url = `smtp${secure ? 's' : ''}://${user ? `${user}:${pass}@` : ''}127.0.0.1:${port}`;
  const server: MailServer = {
    behaviour: 'accept',
    mails: [],
    begun: () => signal.promise,
    secretFor(recipient, subject) {
      const mail = server.mails.findLast((mail) => mail.recipient === recipient && mail.subject === subject);
      return /#([\w-]{43})\s/.exec(mail?.text ?? '')?.[1] ?? '';
    },
    settings: { smtpUrl: parseSmtpUrl(url), mailFrom: parseSender('Community <community@dev.example>') },
    url,
    connections: 0,
  };
  onCleanup(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => smtp.close(() => resolve()));
  });
  return server;
}
