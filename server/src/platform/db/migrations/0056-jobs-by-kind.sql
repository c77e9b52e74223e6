-- The next jobs of a kind are found without reading the due jobs of others.
drop index jobs_due;
create index jobs_due on jobs (kind, run_at) where failed_at is null;
