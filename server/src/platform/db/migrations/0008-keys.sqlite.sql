-- The keys that make a repeated post or comment harmless get an index that begins with the key, and holds only rows that have one. The one before began with the author,
-- so that the posts of one commit changed a page of it each. SQLite cannot drop a constraint: the tables are made anew.
create table posts_anew (
  id text not null primary key,
  user_id text not null references users (id) on delete cascade,
  text text not null,
  like_count integer not null default 0,
  comment_count integer not null default 0,
  version integer not null default 1, -- grows with everything that changes the post's JSON: (id, version) names one state of it
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
