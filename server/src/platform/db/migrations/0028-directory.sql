-- The last hour in which a member who allows it used the site. Null: the member does not allow it.
alter table users add column active_at {{instant}};

-- Number of the last change of the directory. No row until the first change, and never more than one.
create table directory_version (
  id {{id}} not null primary key, -- always 'directory'
  version {{instant}} not null
){{table}};

-- The changes of the last day, from which each process updates its index of the directory.
create table directory_changes (
  version {{instant}} not null primary key,
  profile_id {{id}}, -- null: read all profiles again
  created_at {{instant}} not null
){{table}};

-- Changes of the admin to the aliases that ship with the program.
create table skill_aliases (
  alias {{id}} not null primary key, -- folded for comparison
  skill text -- null: removes an alias that ships with the program
){{table}};
