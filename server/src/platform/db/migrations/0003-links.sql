-- What the links hold that the owner gives out: only hashes of their secrets are kept.
create table invitations (
  id {{id}} not null primary key,
  secret_hash text not null unique,
  uses_left integer not null,
  created_at {{instant}} not null,
  expires_at {{instant}} not null
){{table}};

create table password_resets (
  id {{id}} not null primary key,
  secret_hash text not null unique,
  user_id {{id}} not null unique references users (id) on delete cascade, -- a new link replaces the one before
  created_at {{instant}} not null,
  expires_at {{instant}} not null
){{table}};
