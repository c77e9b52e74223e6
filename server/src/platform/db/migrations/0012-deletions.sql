-- Deleting an account or a large post hides it in one short transaction; its rows are deleted in batches afterwards.
-- A deleted account keeps nothing but its id until then, and a deleted post is one with deleted_at or of a deleted account.
alter table users add column deleted_at {{instant}};
create index users_deleted on users (deleted_at) where deleted_at is not null;
alter table posts add column deleted_at {{instant}};
create index posts_deleted on posts (id) where deleted_at is not null;

-- What members may see. The counts leave out likes and comments of deleted accounts, which are rare: the first branch is nearly always taken.
-- state names one state of a post's JSON: it changes with the post, and whenever an account is deleted.
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
