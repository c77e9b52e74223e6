-- Who can read a post: members, or public: visitors, too.
alter table posts add column visibility text not null default 'members';
create index posts_public on posts (id) where visibility = 'public';
create index posts_public_user on posts (user_id, id) where visibility = 'public';

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
  p.format, p.version, p.edited_at, p.title, p.comments_closed, p.visibility
from posts p
where p.deleted_at is null and p.user_id not in (select id from users where deleted_at is not null);
