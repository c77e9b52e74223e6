-- A draft outlives the post and comment that it was written on: only its author deletes it. SQLite cannot drop a constraint, so the table is replaced.
create table drafts_new (
  user_id text not null references users (id) on delete cascade,
  context text not null, -- post, post:{uuid}, comment:{post_id}, reply:{comment_id}, or edit:{id} of a post or comment
  post_id text, -- null: a new post
  comment_id text, -- the comment that is answered or edited
  title text,
  text text not null,
  version integer not null, -- starts as the time of creation, so that a draft that is created again has a higher one
  updated_at integer not null,
  tags text, -- comma-separated, may hold half a tag
  visibility text,
  primary key (user_id, context)
) strict;
insert into drafts_new (user_id, context, post_id, comment_id, title, text, version, updated_at, tags, visibility)
select user_id, context, post_id, comment_id, title, text, version, updated_at, tags, visibility from drafts;
drop table drafts;
alter table drafts_new rename to drafts;
