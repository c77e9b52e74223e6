import { setTimeout } from 'node:timers/promises';

/** Milliseconds without requests after which the network is idle, as for Playwright. */
const quiet = 500;
/** Milliseconds after which waiting fails. */
const timeout = 60_000;

/** The requests in flight of a page. */
export class Requests<Request = unknown> {
  private readonly inFlight = new Set<Request>();
  private lastChange = 0;

  begin(request: Request): void {
    this.inFlight.add(request);
    this.lastChange = performance.now();
  }
  end(request: Request): void {
    if (this.inFlight.delete(request)) this.lastChange = performance.now();
  }
  has(request: Request): boolean {
    return this.inFlight.has(request);
  }
  /** Forgets the requests of a page that is left. */
  clear(): void {
    this.inFlight.clear();
  }

  /**
   * Waits until there have been no requests for half a second from now on, since what has just been rendered may still send some, and the page answers that it is
   * settled: meanwhile it runs what the last response has caused.
   */
  async whenIdle(isSettled: () => Promise<boolean>): Promise<void> {
    const start = performance.now();
    this.lastChange = start;
    while (performance.now() - start < timeout) {
      await setTimeout(50);
      if (this.inFlight.size > 0 || performance.now() - this.lastChange < quiet) continue;
      const before = this.lastChange;
      if ((await isSettled().catch(() => false)) && this.lastChange === before) return; // it fails while another page loads
    }
    throw new Error(`Requests after ${timeout} ms: ${this.inFlight.size} in flight`);
  }
}
