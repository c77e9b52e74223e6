-- Who can read a comment on a public post, as its author chose: members, or public: visitors, too. Older comments stay with the members.
alter table comments add column visibility text not null default 'members';
-- 1: public, and so are all comments above it. Written in the transaction that changes the visibility of one of them.
alter table comments add column is_public integer not null default 0;
alter table deleted_comments add column visibility text not null default 'members';
create index comments_public on comments (post_id, id, user_id) where is_public = 1;
create index comments_public_starts on comments (post_id, id) where is_public = 1 and parent_id is null;
-- members: visitors read no comment on the post, whatever its visibility.
alter table posts add column comments_visibility text not null default 'public';

drop view visible_comments;
create view visible_comments as
select c.id, c.post_id, c.user_id, c.text, c.created_at, c.format, c.version, c.edited_at, c.parent_id,
  case when not exists (select 1 from users where deleted_at is not null) then c.like_count
    else c.like_count - (select count(*) from comment_likes l where l.comment_id = c.id and l.user_id in (select id from users where deleted_at is not null))
  end as like_count,
  c.visibility, c.is_public
from comments c
where c.user_id not in (select id from users where deleted_at is not null);

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
  p.format, p.version, p.edited_at, p.title, p.comments_closed, p.visibility, p.published_at, p.comments_visibility
from posts p
where p.deleted_at is null and p.user_id not in (select id from users where deleted_at is not null);

-- What visitors may see: public posts, and their comments that are public. The counts leave out the other comments.
create view public_posts as
select p.id, p.user_id, p.text, p.idempotency_key, p.created_at, p.state, p.like_count,
  case when p.comments_visibility <> 'public' then 0
    else (select count(*) from comments c where c.post_id = p.id and c.is_public = 1 and c.user_id not in (select id from users where deleted_at is not null))
  end as comment_count,
  p.format, p.version, p.edited_at, p.title, p.comments_closed, p.visibility, p.published_at, p.comments_visibility
from visible_posts p
where p.visibility = 'public';

create view public_comments as
select c.id, c.post_id, c.user_id, c.text, c.created_at, c.format, c.version, c.edited_at, c.parent_id, c.like_count, c.visibility, c.is_public
from visible_comments c join visible_posts p on p.id = c.post_id
where c.is_public = 1 and p.visibility = 'public' and p.comments_visibility = 'public';
