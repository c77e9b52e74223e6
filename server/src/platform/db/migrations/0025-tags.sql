-- Tags, with the number of visible posts and of followers.
create table tags (
  id {{id}} not null primary key,
  name {{id}} not null unique, -- in lower case
  description text,
  posts integer not null default 0,
  followers integer not null default 0,
  used_at {{instant}} not null -- when a post last got this tag
){{table}};
create index tags_used on tags (used_at, id);

-- Other names of tags. A post that is written with the alias gets the tag.
create table tag_aliases (
  alias {{id}} not null primary key,
  tag {{id}} not null
){{table}};
create index tag_aliases_tag on tag_aliases (tag);

create table post_tags (
  tag {{id}} not null,
  post_id {{id}} not null references posts (id) on delete cascade,
  position integer not null,
  is_field integer not null, -- 1: from the field `tags`; 0: from the text
  primary key (tag, post_id)
){{table}};
create index post_tags_post on post_tags (post_id, position, tag);

create table tag_mutes (
  user_id {{id}} not null references users (id) on delete cascade,
  tag {{id}} not null,
  created_at {{instant}} not null,
  primary key (user_id, tag)
){{table}};
create index tag_mutes_tag on tag_mutes (tag);

-- The posts that a user has muted by their tags. SQLite reads the tables of a cross join in this order: a post has few tags, a user may mute many.
create view muted_posts as select m.user_id, t.post_id from post_tags t cross join tag_mutes m where m.tag = t.tag;
