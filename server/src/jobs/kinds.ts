/** The payload of each kind of job: small JSON, usually ids. The handler reads everything else from the database. */
export interface JobPayloads {
  /** Deletes one batch after another of the rows of an account that is hidden already. */
  'account.delete': { userId: string };
  /** Fetches and stores the picture of a user. */
  'avatar.fetch': { userId: string };
  /** Fetches and stores the repositories of a name on a profile, in lower case. */
  'repositories.refresh': { username: string };
}

export type JobKind = keyof JobPayloads;
