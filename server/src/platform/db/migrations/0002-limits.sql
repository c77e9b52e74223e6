-- The last tries of each thing that is limited, by whoever tries. A row is of use until its last try is too old to count.
create table tries (
  key {{id}} not null primary key,
  times {{id}} not null, -- milliseconds since 1970, thirteen digits each, the oldest first
  until {{instant}} not null
){{table}};
create index tries_until on tries (until);

-- Requests of one minute, as the processes tell each other of them.
create table traffic (
  key {{id}} not null primary key,
  requests integer not null,
  until {{instant}} not null
){{table}};
create index traffic_until on traffic (until);

-- Where a user has signed in from: what strangers try elsewhere does not hold the user up there.
create table known_addresses (
  user_id {{id}} not null references users (id) on delete cascade,
  address text not null, -- a hash
  used_at {{instant}} not null,
  primary key (user_id, address)
){{table}};
