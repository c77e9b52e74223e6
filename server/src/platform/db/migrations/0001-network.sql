create table users (
  id {{id}} not null primary key,
  name text not null,
  email text not null,
  email_key text not null unique,
  avatar text not null,
  password_hash text not null,
  created_at {{instant}} not null
){{table}};

create table sessions (
  id {{id}} not null primary key,
  token_hash text not null unique,
  user_id {{id}} not null references users (id) on delete cascade,
  device text,
  created_at {{instant}} not null,
  used_at {{instant}} not null
){{table}};
create index sessions_user on sessions (user_id);

create table profiles (
  id {{id}} not null primary key,
  user_id {{id}} not null unique references users (id) on delete cascade,
  status text not null,
  skills text not null, -- a JSON list of strings
  company text, -- null or '': none; so are the fields below
  website text,
  location text,
  githubusername text,
  bio text,
  twitter text,
  facebook text,
  youtube text,
  linkedin text,
  instagram text,
  created_at {{instant}} not null
){{table}};

create table experiences (
  id {{id}} not null primary key,
  user_id {{id}} not null references profiles (user_id) on delete cascade,
  title text not null,
  company text not null,
  location text,
  from_date text not null, -- YYYY-MM-DD
  to_date text,
  is_current integer not null,
  description text
){{table}};
create index experiences_user on experiences (user_id, from_date desc, id desc);

create table educations (
  id {{id}} not null primary key,
  user_id {{id}} not null references profiles (user_id) on delete cascade,
  school text not null,
  degree text not null,
  fieldofstudy text,
  from_date text not null,
  to_date text,
  is_current integer not null,
  description text
){{table}};
create index educations_user on educations (user_id, from_date desc, id desc);

create table posts (
  id {{id}} not null primary key,
  user_id {{id}} not null references users (id) on delete cascade,
  text text not null,
  like_count integer not null default 0,
  comment_count integer not null default 0,
  -- read by nobody yet, but a count that began later would not know what had been: it is for keeping a post's JSON ready.
  version integer not null default 1, -- grows with every like and comment: (id, version) names one state of the post's JSON
  idempotency_key text,
  created_at {{instant}} not null,
  unique (user_id, idempotency_key)
){{table}};

create table comments (
  id {{id}} not null primary key,
  post_id {{id}} not null references posts (id) on delete cascade,
  user_id {{id}} not null references users (id) on delete cascade,
  text text not null,
  idempotency_key text,
  created_at {{instant}} not null,
  unique (user_id, post_id, idempotency_key)
){{table}};
create index comments_post on comments (post_id, id desc);

create table likes (
  id {{id}} not null primary key,
  post_id {{id}} not null references posts (id) on delete cascade,
  user_id {{id}} not null references users (id) on delete cascade,
  created_at {{instant}} not null,
  unique (user_id, post_id)
){{table}};
create index likes_post on likes (post_id, id desc);
