import { type Asked, type Call, caller, type Reply } from './calls.ts';

/** Milliseconds between two questions whether a process is ready. */
const interval = 200;

export interface Balancer {
  call: Call;
  /** Calls that were passed on to the next process because one gave no connection. */
  refused(): number;
  close(): void;
}

/**
 * As a reverse proxy does it: calls go to the processes in turn over kept-alive connections; whoever says at /readyz that it is not ready gets no more; and only what
 * found no connection is tried again elsewhere (refused, or reset while it was being made, as the socket that listened closed), because nothing else is known not to have been done.
 */
export function balance(urls: string[]): Balancer {
  const backends = urls.map((url) => ({ call: caller(url, 32), ready: true }));
  const asking = setInterval(() => {
    for (const backend of backends)
      backend.call('GET', '/readyz', { patience: 2000 }).then(
        ({ status }) => (backend.ready = status === 200),
        () => (backend.ready = false),
      );
  }, interval);
  let turn = 0;
  let refused = 0;
  const call = async (method: string, path: string, asked?: Asked): Promise<Reply> => {
    for (let attempt = 1; ; attempt++) {
      const ready = backends.filter((backend) => backend.ready);
      const chosen = ready.length > 0 ? ready : backends;
      try {
        return await (chosen[++turn % chosen.length] as (typeof backends)[number]).call(method, path, asked);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).syscall !== 'connect' || attempt === 20) throw error;
        refused++;
      }
    }
  };
  return {
    call,
    refused: () => refused,
    close() {
      clearInterval(asking);
      for (const { call } of backends) call.close();
    },
  };
}
