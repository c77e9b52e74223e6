-- When the session last confirmed its password; null: not since it began, so its sign-in counts.
alter table sessions add column confirmed_at {{instant}};

-- Devices from which a user has signed in: strangers' attempts on the account do not count there.
create table known_devices (
  user_id {{id}} not null references users (id) on delete cascade,
  secret_hash text not null,
  used_at {{instant}} not null,
  primary key (user_id, secret_hash)
){{table}};
