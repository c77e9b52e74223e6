-- Texts are Markdown; those from before stay plain until their author edits them. `version` counts the author's edits.
alter table posts add column format text not null default 'plain';
alter table posts add column version integer not null default 1;
alter table posts add column edited_at {{instant}};
alter table posts add column title text;
alter table posts add column comments_closed integer not null default 0; -- 1: no new comments
alter table comments add column format text not null default 'plain';
alter table comments add column version integer not null default 1;
alter table comments add column edited_at {{instant}};
alter table comments add column parent_id {{id}}; -- the comment that this one replies to, which may be deleted
alter table comments add column like_count integer not null default 0;
create index comments_parent on comments (parent_id) where parent_id is not null;

-- The HTML of Markdown, apart from the texts because each like writes the whole row of a post. Only the current version of the renderer is served.
create table post_html (
  post_id {{id}} not null primary key references posts (id) on delete cascade,
  renderer integer not null,
  html text not null
){{table}};
create index post_html_renderer on post_html (renderer);
create table comment_html (
  comment_id {{id}} not null primary key references comments (id) on delete cascade,
  renderer integer not null,
  html text not null
){{table}};
create index comment_html_renderer on comment_html (renderer);

-- Earlier versions of posts and comments. The author can erase the text of one.
create table revisions (
  id {{id}} not null primary key,
  post_id {{id}} references posts (id) on delete cascade, -- either this or comment_id
  comment_id {{id}} references comments (id) on delete cascade,
  user_id {{id}} not null, -- the author
  version integer not null,
  format text not null,
  title text,
  text text, -- null: erased
  created_at {{instant}} not null -- when this version was written
){{table}};
create unique index revisions_post on revisions (post_id, version) where post_id is not null;
create unique index revisions_comment on revisions (comment_id, version) where comment_id is not null;

create index revisions_user on revisions (user_id, id);

create table comment_likes (
  comment_id {{id}} not null references comments (id) on delete cascade,
  user_id {{id}} not null references users (id) on delete cascade,
  created_at {{instant}} not null,
  primary key (user_id, comment_id)
){{table}};
create index comment_likes_comment on comment_likes (comment_id);

-- Placeholders of deleted comments that have replies. They hold nothing of the author or the text.
create table deleted_comments (
  id {{id}} not null primary key,
  post_id {{id}} not null references posts (id) on delete cascade,
  parent_id {{id}},
  created_at {{instant}} not null
){{table}};
create index deleted_comments_post on deleted_comments (post_id, id);

drop view visible_posts;
create view visible_posts as
select p.id, p.user_id, p.text, p.idempotency_key, p.created_at,
  p.cache_version || '.' || (select coalesce(sum(deleted_at), 0) from users where deleted_at is not null) as state,
  case when not exists (select 1 from users where deleted_at is not null) then p.like_count
    else p.like_count - (select count(*) from likes l where l.post_id = p.id and l.user_id in (select id from users where deleted_at is not null))
  end as like_count,
  case when not exists (select 1 from users where deleted_at is not null) then p.comment_count
    else p.comment_count - (select count(*) from comments c where c.post_id = p.id and c.user_id in (select id from users where deleted_at is not null))
  end as comment_count,
  p.format, p.version, p.edited_at, p.title, p.comments_closed
from posts p
where p.deleted_at is null and p.user_id not in (select id from users where deleted_at is not null);

drop view visible_comments;
create view visible_comments as
select c.id, c.post_id, c.user_id, c.text, c.created_at, c.format, c.version, c.edited_at, c.parent_id,
  case when not exists (select 1 from users where deleted_at is not null) then c.like_count
    else c.like_count - (select count(*) from comment_likes l where l.comment_id = c.id and l.user_id in (select id from users where deleted_at is not null))
  end as like_count
from comments c
where c.user_id not in (select id from users where deleted_at is not null);
