-- Identifies this database, so that a site notices if its settings lead to another one. One row, which is not copied to other databases.
create table database_identity (
  id {{id}} not null primary key,
  moved_to text, -- where "dev-connector move" copied the data; null: this database is in use
  moved_at {{instant}}
){{table}};
insert into database_identity (id) values (replace(cast(gen_random_uuid() as text), '-', ''));
