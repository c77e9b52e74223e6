/** The payload of each kind of job: small JSON, usually ids. The handler reads everything else from the database. Each feature adds its kinds. */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it
export interface JobPayloads {}

export type JobKind = keyof JobPayloads;

/** Runs a job. Returns a time to run again (milliseconds since 1970), `PutOff` if the job has to wait, or nothing if it is finished. */
export type Handler<Payload> = (payload: Payload, signal: AbortSignal) => Promise<number | PutOff | undefined> | Promise<void>;

/** The run counts as no attempt, so that a failing job keeps its backoff. */
export interface PutOff {
  /** When the job runs again (milliseconds since 1970). */
  putOffUntil: number;
}
