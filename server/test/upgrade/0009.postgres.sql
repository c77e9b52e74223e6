create table users (
  id text collate "C" not null primary key,
  name text not null,
  email text not null,
  email_key text not null unique,
  avatar text not null,
  password_hash text not null,
  created_at bigint not null
);
create table sessions (
  id text collate "C" not null primary key,
  token_hash text not null unique,
  user_id text collate "C" not null references users (id) on delete cascade,
  device text,
  created_at bigint not null,
  used_at bigint not null
);
create index sessions_user on sessions (user_id);
create table profiles (
  id text collate "C" not null primary key,
  user_id text collate "C" not null unique references users (id) on delete cascade,
  status text not null,
  skills text not null,
  company text,
  website text,
  location text,
  githubusername text,
  bio text,
  twitter text,
  facebook text,
  youtube text,
  linkedin text,
  instagram text,
  created_at bigint not null
);
create table experiences (
  id text collate "C" not null primary key,
  user_id text collate "C" not null references profiles (user_id) on delete cascade,
  title text not null,
  company text not null,
  location text,
  from_date text not null,
  to_date text,
  is_current integer not null,
  description text
);
create index experiences_user on experiences (user_id, from_date desc, id desc);
create table educations (
  id text collate "C" not null primary key,
  user_id text collate "C" not null references profiles (user_id) on delete cascade,
  school text not null,
  degree text not null,
  fieldofstudy text,
  from_date text not null,
  to_date text,
  is_current integer not null,
  description text
);
create index educations_user on educations (user_id, from_date desc, id desc);
create table posts (
  id text collate "C" not null primary key,
  user_id text collate "C" not null references users (id) on delete cascade,
  text text not null,
  like_count integer not null default 0,
  comment_count integer not null default 0,
  version integer not null default 1,
  idempotency_key text,
  created_at bigint not null,
  unique (user_id, idempotency_key)
);
create table comments (
  id text collate "C" not null primary key,
  post_id text collate "C" not null references posts (id) on delete cascade,
  user_id text collate "C" not null references users (id) on delete cascade,
  text text not null,
  idempotency_key text,
  created_at bigint not null,
  unique (user_id, post_id, idempotency_key)
);
create index comments_post on comments (post_id, id desc);
create table likes (
  id text collate "C" not null primary key,
  post_id text collate "C" not null references posts (id) on delete cascade,
  user_id text collate "C" not null references users (id) on delete cascade,
  created_at bigint not null,
  unique (user_id, post_id)
);
create index likes_post on likes (post_id, id desc);
create table tries (
  key text collate "C" not null primary key,
  times text collate "C" not null,
  until bigint not null
);
create index tries_until on tries (until);
create table traffic (
  key text collate "C" not null primary key,
  requests integer not null,
  until bigint not null
);
create index traffic_until on traffic (until);
create table known_addresses (
  user_id text collate "C" not null references users (id) on delete cascade,
  address text not null,
  used_at bigint not null,
  primary key (user_id, address)
);
create table invitations (
  id text collate "C" not null primary key,
  secret_hash text not null unique,
  uses_left integer not null,
  created_at bigint not null,
  expires_at bigint not null
);
create table password_resets (
  id text collate "C" not null primary key,
  secret_hash text not null unique,
  user_id text collate "C" not null unique references users (id) on delete cascade,
  created_at bigint not null,
  expires_at bigint not null
);
alter table profiles add column version integer not null default 1;
alter table experiences add column from_precision text;
alter table experiences add column to_precision text;
alter table educations add column from_precision text;
alter table educations add column to_precision text;
create index posts_user on posts (user_id, id);
create index comments_user on comments (user_id, id);
alter table posts drop constraint posts_user_id_idempotency_key_key;
create unique index posts_key on posts (idempotency_key, user_id) where idempotency_key is not null;
alter table comments drop constraint comments_user_id_post_id_idempotency_key_key;
create unique index comments_key on comments (idempotency_key, user_id, post_id) where idempotency_key is not null;
