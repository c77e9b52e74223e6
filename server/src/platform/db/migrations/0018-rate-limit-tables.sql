-- SQLite cannot rename an index, so both engines create it again.
alter table tries rename to rate_limit_attempts;
drop index tries_until;
create index rate_limit_attempts_until on rate_limit_attempts (until);

alter table traffic rename to request_counts;
drop index traffic_until;
create index request_counts_until on request_counts (until);
