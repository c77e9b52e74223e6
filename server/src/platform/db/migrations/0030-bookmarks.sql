create table bookmarks (
  user_id {{id}} not null references users (id) on delete cascade,
  post_id {{id}} not null references posts (id) on delete cascade,
  folder {{id}} not null, -- '' if the bookmark is in none. A folder exists while it has bookmarks
  created_at {{instant}} not null,
  primary key (user_id, post_id)
){{table}};
create index bookmarks_newest on bookmarks (user_id, created_at, post_id);
create index bookmarks_post on bookmarks (post_id);

-- When the author pinned the post to their profile. Null: not pinned.
alter table posts add column pinned_at {{instant}};
create index posts_pinned on posts (user_id, pinned_at, id) where pinned_at is not null;
