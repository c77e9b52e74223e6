/** The payload of each kind of job: small JSON, usually ids. The handler reads everything else from the database. Each feature adds its kinds. */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it
export interface JobPayloads {}

export type JobKind = keyof JobPayloads;

/** Runs a job. Returns when the job runs again (milliseconds since 1970), or nothing if it is finished. */
export type Handler<Payload> = (payload: Payload, signal: AbortSignal) => Promise<number | undefined> | Promise<void>;
