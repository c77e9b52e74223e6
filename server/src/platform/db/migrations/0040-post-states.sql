-- The state of a post changes with it, and when the account of someone who liked it, commented on it or liked one of its comments is deleted. Until a job has deleted
-- these rows, the state counts them. At one cache_version the count only grows, and deleting a row raises cache_version, so no state repeats. A deleted account leaves
-- the states of all other posts as they are.
drop view visible_posts;
create view visible_posts as
select p.id, p.user_id, p.text, p.idempotency_key, p.created_at,
  p.cache_version || '.' || case when not exists (select 1 from users where deleted_at is not null) then 0
    else (select count(*) from likes l where l.post_id = p.id and l.user_id in (select id from users where deleted_at is not null))
      + (select coalesce(sum(
          case when c.user_id in (select id from users where deleted_at is not null) then 1 else 0 end
          + case when c.like_count = 0 then 0 else (
              select count(*) from comment_likes l where l.comment_id = c.id and l.user_id in (select id from users where deleted_at is not null)) end
        ), 0) from comments c where c.post_id = p.id)
  end as state,
  case when not exists (select 1 from users where deleted_at is not null) then p.like_count
    else p.like_count - (select count(*) from likes l where l.post_id = p.id and l.user_id in (select id from users where deleted_at is not null))
  end as like_count,
  case when not exists (select 1 from users where deleted_at is not null) then p.comment_count
    else p.comment_count - (select count(*) from comments c where c.post_id = p.id and c.user_id in (select id from users where deleted_at is not null))
  end as comment_count,
  p.format, p.version, p.edited_at, p.title, p.comments_closed, p.visibility, p.published_at
from posts p
where p.deleted_at is null and p.user_id not in (select id from users where deleted_at is not null);
