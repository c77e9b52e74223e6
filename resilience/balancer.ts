import { type Call, type CallOptions, caller, type Reply } from './calls.ts';

/** Milliseconds between readiness checks. */
const interval = 200;

export interface Balancer {
  call: Call;
  /** Calls that were retried on another process because the first refused the connection. */
  refused(): number;
  close(): void;
}

/**
 * Works like a reverse proxy: round robin over keep-alive connections, skipping processes that fail /readyz. Only failed connects
 * are retried on another process, because any later failure may follow a write that was done.
 */
export function balance(urls: string[]): Balancer {
  const backends = urls.map((url) => ({ call: caller(url, 32), ready: true }));
  const checks = setInterval(() => {
    for (const backend of backends)
      backend.call('GET', '/readyz', { timeout: 2000 }).then(
        ({ status }) => (backend.ready = status === 200),
        () => (backend.ready = false),
      );
  }, interval);
  let next = 0;
  let refused = 0;
  const call = async (method: string, path: string, options?: CallOptions): Promise<Reply> => {
    for (let attempt = 1; ; attempt++) {
      const ready = backends.filter((backend) => backend.ready);
      const chosen = ready.length > 0 ? ready : backends;
      try {
        return await (chosen[++next % chosen.length] as (typeof backends)[number]).call(method, path, options);
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
      clearInterval(checks);
      for (const { call } of backends) call.close();
    },
  };
}
