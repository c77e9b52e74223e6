-- Work for later, written in the transaction that causes it.
create table jobs (
  id {{id}} not null primary key,
  kind {{id}} not null,
  payload text not null, -- JSON
  key {{id}}, -- null, or unique per kind
  ordering_key {{id}}, -- jobs with the same one run one after another
  run_at {{instant}} not null, -- while the job is leased: the end of the lease
  lease {{id}}, -- null, or the token of the process that runs the job
  enqueued integer not null default 1, -- how often the key was enqueued: a job that is enqueued while it runs, runs again
  attempts integer not null default 0,
  last_error text,
  failed_at {{instant}}, -- parked: the attempts are used up
  created_at {{instant}} not null
){{table}};
create index jobs_due on jobs (run_at) where failed_at is null;
create unique index jobs_key on jobs (kind, key) where key is not null;
create index jobs_order on jobs (ordering_key, id) where ordering_key is not null and failed_at is null;
create unique index jobs_running on jobs (ordering_key) where lease is not null;
