-- What streams of live updates deliver: one row per transaction, for an hour. Commits become visible in another order than `seq`: readers compare `xid` with their snapshot.
create table live_events (
  seq bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  entries text not null, -- JSON: ids and kinds
  created_at bigint not null
);
create index live_events_xid on live_events (xid);
