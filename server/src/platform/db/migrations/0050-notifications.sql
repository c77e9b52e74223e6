-- What a member is notified of. The key makes an actor notify of the same subject only once, even if a like is removed and added again.
create table notifications (
  user_id {{id}} not null references users (id) on delete cascade, -- who is notified
  kind {{id}} not null, -- reply, comment, mention, follow, like, post, signIn or security
  actor_id {{id}} not null references users (id) on delete cascade, -- who caused it; the member for those about the own account
  subject {{id}} not null, -- the post, comment, follower, session or event: notifications of a kind about the same subject are merged
  id {{id}} not null, -- grows with time; members who are notified of the same event have the same
  post_id {{id}} references posts (id) on delete cascade,
  comment_id {{id}},
  read_at {{instant}},
  primary key (actor_id, kind, subject, user_id)
){{table}};
create index notifications_newest on notifications (user_id, id);
-- While a like is unread, further likes of the same post or comment add no rows.
create unique index notifications_unread on notifications (user_id, kind, subject) where read_at is null;
create index notifications_post on notifications (post_id, comment_id) where post_id is not null;

-- Discussions that a member has chosen to watch or mute.
create table post_watches (
  post_id {{id}} not null references posts (id) on delete cascade,
  user_id {{id}} not null references users (id) on delete cascade,
  state {{id}} not null, -- watched or muted
  created_at {{instant}} not null,
  primary key (post_id, user_id)
){{table}};
create index post_watches_user on post_watches (user_id, post_id);

-- The choices of members that differ from the defaults, by kind and channel.
create table notification_settings (
  user_id {{id}} not null references users (id) on delete cascade,
  kind {{id}} not null,
  channel {{id}} not null, -- site or email
  is_on integer not null,
  primary key (user_id, kind, channel)
){{table}};

-- The newest likes of a comment in the order of the index.
drop index comment_likes_comment;
create index comment_likes_comment on comment_likes (comment_id, created_at);
