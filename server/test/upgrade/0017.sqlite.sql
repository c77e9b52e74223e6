create table users (
  id text not null primary key,
  name text not null,
  email text not null,
  email_key text not null unique,
  avatar text not null,
  password_hash text not null,
  created_at integer not null
) strict;
create table sessions (
  id text not null primary key,
  token_hash text not null unique,
  user_id text not null references users (id) on delete cascade,
  device text,
  created_at integer not null,
  used_at integer not null
) strict;
create index sessions_user on sessions (user_id);
create table profiles (
  id text not null primary key,
  user_id text not null unique references users (id) on delete cascade,
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
  created_at integer not null
) strict;
create table experiences (
  id text not null primary key,
  user_id text not null references profiles (user_id) on delete cascade,
  title text not null,
  company text not null,
  location text,
  from_date text not null,
  to_date text,
  is_current integer not null,
  description text
) strict;
create index experiences_user on experiences (user_id, from_date desc, id desc);
create table educations (
  id text not null primary key,
  user_id text not null references profiles (user_id) on delete cascade,
  school text not null,
  degree text not null,
  fieldofstudy text,
  from_date text not null,
  to_date text,
  is_current integer not null,
  description text
) strict;
create index educations_user on educations (user_id, from_date desc, id desc);
create table posts (
  id text not null primary key,
  user_id text not null references users (id) on delete cascade,
  text text not null,
  like_count integer not null default 0,
  comment_count integer not null default 0,
  version integer not null default 1,
  idempotency_key text,
  created_at integer not null,
  unique (user_id, idempotency_key)
) strict;
create table comments (
  id text not null primary key,
  post_id text not null references posts (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  text text not null,
  idempotency_key text,
  created_at integer not null,
  unique (user_id, post_id, idempotency_key)
) strict;
create index comments_post on comments (post_id, id desc);
create table likes (
  id text not null primary key,
  post_id text not null references posts (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  created_at integer not null,
  unique (user_id, post_id)
) strict;
create index likes_post on likes (post_id, id desc);
create table tries (
  key text not null primary key,
  times text not null,
  until integer not null
) strict;
create index tries_until on tries (until);
create table traffic (
  key text not null primary key,
  requests integer not null,
  until integer not null
) strict;
create index traffic_until on traffic (until);
create table known_addresses (
  user_id text not null references users (id) on delete cascade,
  address text not null,
  used_at integer not null,
  primary key (user_id, address)
) strict;
create table invitations (
  id text not null primary key,
  secret_hash text not null unique,
  uses_left integer not null,
  created_at integer not null,
  expires_at integer not null
) strict;
create table password_resets (
  id text not null primary key,
  secret_hash text not null unique,
  user_id text not null unique references users (id) on delete cascade,
  created_at integer not null,
  expires_at integer not null
) strict;
alter table profiles add column version integer not null default 1;
alter table experiences add column from_precision text;
alter table experiences add column to_precision text;
alter table educations add column from_precision text;
alter table educations add column to_precision text;
create index posts_user on posts (user_id, id);
create index comments_user on comments (user_id, id);
create index posts_state on posts (id, version);
create index profiles_state on profiles (id, version);
create table posts_anew (
  id text not null primary key,
  user_id text not null references users (id) on delete cascade,
  text text not null,
  like_count integer not null default 0,
  comment_count integer not null default 0,
  version integer not null default 1,
  idempotency_key text,
  created_at integer not null
) strict;
insert into posts_anew (id, user_id, text, like_count, comment_count, version, idempotency_key, created_at)
select id, user_id, text, like_count, comment_count, version, idempotency_key, created_at from posts order by id;
drop table posts;
alter table posts_anew rename to posts;
create index posts_user on posts (user_id, id);
create index posts_state on posts (id, version);
create unique index posts_key on posts (idempotency_key, user_id) where idempotency_key is not null;
create table comments_anew (
  id text not null primary key,
  post_id text not null references posts (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  text text not null,
  idempotency_key text,
  created_at integer not null
) strict;
insert into comments_anew (id, post_id, user_id, text, idempotency_key, created_at)
select id, post_id, user_id, text, idempotency_key, created_at from comments order by id;
drop table comments;
alter table comments_anew rename to comments;
create index comments_post on comments (post_id, id desc);
create index comments_user on comments (user_id, id);
create unique index comments_key on comments (idempotency_key, user_id, post_id) where idempotency_key is not null;
alter table sessions add column confirmed_at integer;
create table known_devices (
  user_id text not null references users (id) on delete cascade,
  secret_hash text not null,
  used_at integer not null,
  primary key (user_id, secret_hash)
) strict;
alter table users add column deleted_at integer;
create index users_deleted on users (deleted_at) where deleted_at is not null;
alter table posts add column deleted_at integer;
create index posts_deleted on posts (id) where deleted_at is not null;
create view visible_posts as
select p.id, p.user_id, p.text, p.idempotency_key, p.created_at,
  p.version || '.' || (select coalesce(sum(deleted_at), 0) from users where deleted_at is not null) as state,
  case when not exists (select 1 from users where deleted_at is not null) then p.like_count
    else p.like_count - (select count(*) from likes l where l.post_id = p.id and l.user_id in (select id from users where deleted_at is not null))
  end as like_count,
  case when not exists (select 1 from users where deleted_at is not null) then p.comment_count
    else p.comment_count - (select count(*) from comments c where c.post_id = p.id and c.user_id in (select id from users where deleted_at is not null))
  end as comment_count
from posts p
where p.deleted_at is null and p.user_id not in (select id from users where deleted_at is not null);
create view visible_comments as
select id, post_id, user_id, text, created_at from comments
where user_id not in (select id from users where deleted_at is not null);
create view visible_likes as
select id, post_id, user_id, created_at from likes
where user_id not in (select id from users where deleted_at is not null);
drop index posts_state;
create index posts_state on posts (id, version, user_id, deleted_at);
create table jobs (
  id text not null primary key,
  kind text not null,
  payload text not null,
  key text,
  ordering_key text,
  run_at integer not null,
  lease text,
  enqueued integer not null default 1,
  attempts integer not null default 0,
  last_error text,
  failed_at integer,
  created_at integer not null
) strict;
create index jobs_due on jobs (run_at) where failed_at is null;
create unique index jobs_key on jobs (kind, key) where key is not null;
create index jobs_order on jobs (ordering_key, id) where ordering_key is not null and failed_at is null;
create unique index jobs_running on jobs (ordering_key) where lease is not null;
create table avatars (
  user_id text not null primary key references users (id) on delete cascade,
  type text,
  picture text,
  hash text,
  fetched_at integer not null
) strict;
alter table users drop column avatar;
create table repositories (
  username text not null primary key,
  answer text not null,
  fetched_at integer not null
) strict;
create index profiles_githubusername on profiles (lower(githubusername));
alter table posts rename column version to cache_version;
alter table profiles rename column version to cache_version;
create table site (
  id text not null primary key,
  version integer not null,
  identity text not null,
  logo text,
  logo_type text
) strict;
