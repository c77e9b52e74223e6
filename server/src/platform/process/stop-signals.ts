/** Calls `stop` on SIGTERM, SIGINT and SIGHUP, instead of the handlers of start.js, which end a process that is still starting. */
export function onStopSignal(stop: (signal: NodeJS.Signals) => void): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.removeAllListeners(signal).on(signal, () => stop(signal));
}
