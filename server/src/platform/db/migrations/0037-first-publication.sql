-- When a post was first public; null: never. Lists for visitors have this order, which closing and reopening a post does not change.
alter table posts add column published_at {{instant}};
update posts set published_at = created_at where visibility = 'public';
create index posts_published on posts (published_at, id) where visibility = 'public';
drop index posts_public_user;
create index posts_published_user on posts (user_id, published_at, id) where visibility = 'public';

-- The same for the tags of a post while it is public.
alter table post_tags add column published_at {{instant}};
update post_tags set published_at = (select p.published_at from posts p where p.id = post_tags.post_id and p.visibility = 'public')
where post_id in (select id from posts where visibility = 'public');
create index post_tags_published on post_tags (tag, published_at, post_id) where published_at > 0;

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
  p.format, p.version, p.edited_at, p.title, p.comments_closed, p.visibility, p.published_at
from posts p
where p.deleted_at is null and p.user_id not in (select id from users where deleted_at is not null);
