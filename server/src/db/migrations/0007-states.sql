-- A page of a list begins with ids and versions. SQLite reads them from these indexes alone, in a third of the time; PostgreSQL would pay for them at every like,
-- because it updates a row in place only where no index holds what has changed.
{{onSqlite}}create index posts_state on posts (id, version);
{{onSqlite}}create index profiles_state on profiles (id, version);
