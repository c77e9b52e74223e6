create table user_follows (
  id {{id}} not null primary key,
  follower_id {{id}} not null references users (id) on delete cascade,
  followee_id {{id}} not null references users (id) on delete cascade,
  created_at {{instant}} not null,
  unique (follower_id, followee_id)
){{table}};
create index user_follows_follower on user_follows (follower_id, id);
create index user_follows_followee on user_follows (followee_id, id);

create table tag_follows (
  user_id {{id}} not null references users (id) on delete cascade,
  tag {{id}} not null,
  created_at {{instant}} not null,
  primary key (user_id, tag)
){{table}};
create index tag_follows_tag on tag_follows (tag);

-- One row per member who follows, is followed, mutes a tag or hides a list. `version` grows when the member follows, unfollows, mutes or unmutes.
create table follow_states (
  user_id {{id}} not null primary key references users (id) on delete cascade,
  followers integer not null default 0,
  following integer not null default 0,
  hides_followers integer not null default 0,
  hides_following integer not null default 0,
  version integer not null default 0
){{table}};

-- The posts with tags that a user follows, in the order of muted_posts.
create view followed_posts as select f.user_id, t.post_id from post_tags t cross join tag_follows f where f.tag = t.tag;

-- The posts of the feed Top, replaced by a job.
create table top_posts (
  period {{id}} not null, -- day, week, month or year
  post_id {{id}} not null references posts (id) on delete cascade,
  score {{instant}} not null,
  primary key (period, post_id)
){{table}};
create index top_posts_score on top_posts (period, score, post_id);
create index top_posts_post on top_posts (post_id);
