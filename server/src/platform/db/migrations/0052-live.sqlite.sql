-- What streams of live updates deliver: one row per transaction, for an hour. `seq` grows in the order of the commits, because there is one writer at a time.
create table live_events (
  seq integer primary key,
  entries text not null, -- JSON: ids and kinds
  created_at integer not null
) strict;
