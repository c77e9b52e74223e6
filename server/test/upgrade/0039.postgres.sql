create table users (
  id text collate "C" not null primary key,
  name text not null,
  email text not null,
  email_key text not null unique,
  avatar text not null,
  password_hash text not null,
  created_at bigint not null
);
create table sessions (
  id text collate "C" not null primary key,
  token_hash text not null unique,
  user_id text collate "C" not null references users (id) on delete cascade,
  device text,
  created_at bigint not null,
  used_at bigint not null
);
create index sessions_user on sessions (user_id);
create table profiles (
  id text collate "C" not null primary key,
  user_id text collate "C" not null unique references users (id) on delete cascade,
  status text not null,
  skills text not null,
  company text,
  website text,
  location text,
  githubusername text,
  bio text,
  twitter text,
  facebook text,
  youtube text,
  linkedin text,
  instagram text,
  created_at bigint not null
);
create table experiences (
  id text collate "C" not null primary key,
  user_id text collate "C" not null references profiles (user_id) on delete cascade,
  title text not null,
  company text not null,
  location text,
  from_date text not null,
  to_date text,
  is_current integer not null,
  description text
);
create index experiences_user on experiences (user_id, from_date desc, id desc);
create table educations (
  id text collate "C" not null primary key,
  user_id text collate "C" not null references profiles (user_id) on delete cascade,
  school text not null,
  degree text not null,
  fieldofstudy text,
  from_date text not null,
  to_date text,
  is_current integer not null,
  description text
);
create index educations_user on educations (user_id, from_date desc, id desc);
create table posts (
  id text collate "C" not null primary key,
  user_id text collate "C" not null references users (id) on delete cascade,
  text text not null,
  like_count integer not null default 0,
  comment_count integer not null default 0,
  version integer not null default 1,
  idempotency_key text,
  created_at bigint not null,
  unique (user_id, idempotency_key)
);
create table comments (
  id text collate "C" not null primary key,
  post_id text collate "C" not null references posts (id) on delete cascade,
  user_id text collate "C" not null references users (id) on delete cascade,
  text text not null,
  idempotency_key text,
  created_at bigint not null,
  unique (user_id, post_id, idempotency_key)
);
create index comments_post on comments (post_id, id desc);
create table likes (
  id text collate "C" not null primary key,
  post_id text collate "C" not null references posts (id) on delete cascade,
  user_id text collate "C" not null references users (id) on delete cascade,
  created_at bigint not null,
  unique (user_id, post_id)
);
create index likes_post on likes (post_id, id desc);
create table tries (
  key text collate "C" not null primary key,
  times text collate "C" not null,
  until bigint not null
);
create index tries_until on tries (until);
create table traffic (
  key text collate "C" not null primary key,
  requests integer not null,
  until bigint not null
);
create index traffic_until on traffic (until);
create table known_addresses (
  user_id text collate "C" not null references users (id) on delete cascade,
  address text not null,
  used_at bigint not null,
  primary key (user_id, address)
);
create table invitations (
  id text collate "C" not null primary key,
  secret_hash text not null unique,
  uses_left integer not null,
  created_at bigint not null,
  expires_at bigint not null
);
create table password_resets (
  id text collate "C" not null primary key,
  secret_hash text not null unique,
  user_id text collate "C" not null unique references users (id) on delete cascade,
  created_at bigint not null,
  expires_at bigint not null
);
alter table profiles add column version integer not null default 1;
alter table experiences add column from_precision text;
alter table experiences add column to_precision text;
alter table educations add column from_precision text;
alter table educations add column to_precision text;
create index posts_user on posts (user_id, id);
create index comments_user on comments (user_id, id);
alter table posts drop constraint posts_user_id_idempotency_key_key;
create unique index posts_key on posts (idempotency_key, user_id) where idempotency_key is not null;
alter table comments drop constraint comments_user_id_post_id_idempotency_key_key;
create unique index comments_key on comments (idempotency_key, user_id, post_id) where idempotency_key is not null;
alter table sessions add column confirmed_at bigint;
create table known_devices (
  user_id text collate "C" not null references users (id) on delete cascade,
  secret_hash text not null,
  used_at bigint not null,
  primary key (user_id, secret_hash)
);
alter table users add column deleted_at bigint;
create index users_deleted on users (deleted_at) where deleted_at is not null;
alter table posts add column deleted_at bigint;
create index posts_deleted on posts (id) where deleted_at is not null;
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
create table jobs (
  id text collate "C" not null primary key,
  kind text collate "C" not null,
  payload text not null,
  key text collate "C",
  ordering_key text collate "C",
  run_at bigint not null,
  lease text collate "C",
  enqueued integer not null default 1,
  attempts integer not null default 0,
  last_error text,
  failed_at bigint,
  created_at bigint not null
);
create index jobs_due on jobs (run_at) where failed_at is null;
create unique index jobs_key on jobs (kind, key) where key is not null;
create index jobs_order on jobs (ordering_key, id) where ordering_key is not null and failed_at is null;
create unique index jobs_running on jobs (ordering_key) where lease is not null;
create table avatars (
  user_id text collate "C" not null primary key references users (id) on delete cascade,
  type text,
  picture text,
  hash text,
  fetched_at bigint not null
);
alter table users drop column avatar;
create table repositories (
  username text collate "C" not null primary key,
  answer text not null,
  fetched_at bigint not null
);
create index profiles_githubusername on profiles (lower(githubusername));
alter table posts rename column version to cache_version;
alter table profiles rename column version to cache_version;
create table site (
  id text collate "C" not null primary key,
  version integer not null,
  identity text not null,
  logo text,
  logo_type text
);
alter table tries rename to rate_limit_attempts;
drop index tries_until;
create index rate_limit_attempts_until on rate_limit_attempts (until);
alter table traffic rename to request_counts;
drop index traffic_until;
create index request_counts_until on request_counts (until);
alter table profiles add column headline text;
alter table profiles add column pronouns text;
alter table profiles add column links text;
alter table profiles add column open_to_work integer;
alter table profiles add column open_to_mentoring integer;
alter table profiles add column open_to_collaboration integer;
create index profiles_open_to_work on profiles (id) where open_to_work = 1;
create index profiles_open_to_mentoring on profiles (id) where open_to_mentoring = 1;
create index profiles_open_to_collaboration on profiles (id) where open_to_collaboration = 1;
create table skills (
  name text collate "C" not null primary key,
  key text collate "C" not null,
  members integer not null
);
insert into skills (name, key, members)
select value, lower(value), count(*) from profiles, json_array_elements_text(case when skills like '[%]' then skills else '[]' end::json) as value group by value;
create index skills_key on skills (key, members desc, name);
create index skills_members on skills (members desc, key, name);
alter table posts add column format text not null default 'plain';
alter table posts add column version integer not null default 1;
alter table posts add column edited_at bigint;
alter table posts add column title text;
alter table posts add column comments_closed integer not null default 0;
alter table comments add column format text not null default 'plain';
alter table comments add column version integer not null default 1;
alter table comments add column edited_at bigint;
alter table comments add column parent_id text collate "C";
alter table comments add column like_count integer not null default 0;
create index comments_parent on comments (parent_id) where parent_id is not null;
create table post_html (
  post_id text collate "C" not null primary key references posts (id) on delete cascade,
  renderer integer not null,
  html text not null
);
create index post_html_renderer on post_html (renderer);
create table comment_html (
  comment_id text collate "C" not null primary key references comments (id) on delete cascade,
  renderer integer not null,
  html text not null
);
create index comment_html_renderer on comment_html (renderer);
create table revisions (
  id text collate "C" not null primary key,
  post_id text collate "C" references posts (id) on delete cascade,
  comment_id text collate "C" references comments (id) on delete cascade,
  user_id text collate "C" not null,
  version integer not null,
  format text not null,
  title text,
  text text,
  created_at bigint not null
);
create unique index revisions_post on revisions (post_id, version) where post_id is not null;
create unique index revisions_comment on revisions (comment_id, version) where comment_id is not null;
create index revisions_user on revisions (user_id, id);
create table comment_likes (
  comment_id text collate "C" not null references comments (id) on delete cascade,
  user_id text collate "C" not null references users (id) on delete cascade,
  created_at bigint not null,
  primary key (user_id, comment_id)
);
create index comment_likes_comment on comment_likes (comment_id);
create table deleted_comments (
  id text collate "C" not null primary key,
  post_id text collate "C" not null references posts (id) on delete cascade,
  parent_id text collate "C",
  created_at bigint not null
);
create index deleted_comments_post on deleted_comments (post_id, id);
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
  p.format, p.version, p.edited_at, p.title, p.comments_closed
from posts p
where p.deleted_at is null and p.user_id not in (select id from users where deleted_at is not null);
drop view visible_comments;
create view visible_comments as
select c.id, c.post_id, c.user_id, c.text, c.created_at, c.format, c.version, c.edited_at, c.parent_id,
  case when not exists (select 1 from users where deleted_at is not null) then c.like_count
    else c.like_count - (select count(*) from comment_likes l where l.comment_id = c.id and l.user_id in (select id from users where deleted_at is not null))
  end as like_count
from comments c
where c.user_id not in (select id from users where deleted_at is not null);
create table drafts (
  user_id text collate "C" not null references users (id) on delete cascade,
  context text collate "C" not null,
  post_id text collate "C" references posts (id) on delete cascade,
  comment_id text collate "C" references comments (id) on delete cascade,
  title text,
  text text not null,
  version bigint not null,
  updated_at bigint not null,
  primary key (user_id, context)
);
create index drafts_post on drafts (post_id) where post_id is not null;
create index drafts_comment on drafts (comment_id) where comment_id is not null;
create table media_files (
  hash text collate "C" not null primary key,
  type text not null,
  size integer not null,
  width integer not null,
  height integer not null
);
create table media_chunks (
  hash text collate "C" not null references media_files (hash) on delete cascade,
  position integer not null,
  bytes bytea not null,
  primary key (hash, position)
);
create table media (
  id text collate "C" not null primary key,
  user_id text collate "C" not null references users (id) on delete cascade,
  hash text collate "C" not null references media_files (hash),
  alt text not null,
  created_at bigint not null,
  unused_since bigint
);
create index media_user on media (user_id, id);
create index media_hash on media (hash);
create index media_unused on media (unused_since) where unused_since is not null;
create table media_references (
  kind text collate "C" not null,
  owner text collate "C" not null,
  media_id text collate "C" not null references media (id) on delete cascade,
  primary key (owner, media_id)
);
create index media_references_media on media_references (media_id);
create table uploaded_avatars (
  user_id text collate "C" not null primary key references users (id) on delete cascade,
  hash text collate "C" not null references media_files (hash)
);
create index uploaded_avatars_hash on uploaded_avatars (hash);
create index deleted_comments_parent on deleted_comments (parent_id) where parent_id is not null;
update comments set parent_id = null where parent_id is not null
  and not exists (select 1 from comments parent where parent.id = comments.parent_id)
  and not exists (select 1 from deleted_comments parent where parent.id = comments.parent_id);
update deleted_comments set parent_id = null where parent_id is not null
  and not exists (select 1 from comments parent where parent.id = deleted_comments.parent_id)
  and not exists (select 1 from deleted_comments parent where parent.id = deleted_comments.parent_id);
create table tags (
  id text collate "C" not null primary key,
  name text collate "C" not null unique,
  description text,
  posts integer not null default 0,
  followers integer not null default 0,
  used_at bigint not null
);
create index tags_used on tags (used_at, id);
create table tag_aliases (
  alias text collate "C" not null primary key,
  tag text collate "C" not null
);
create index tag_aliases_tag on tag_aliases (tag);
create table post_tags (
  tag text collate "C" not null,
  post_id text collate "C" not null references posts (id) on delete cascade,
  position integer not null,
  is_field integer not null,
  primary key (tag, post_id)
);
create index post_tags_post on post_tags (post_id, position, tag);
create table tag_mutes (
  user_id text collate "C" not null references users (id) on delete cascade,
  tag text collate "C" not null,
  created_at bigint not null,
  primary key (user_id, tag)
);
create index tag_mutes_tag on tag_mutes (tag);
create view muted_posts as select m.user_id, t.post_id from post_tags t cross join tag_mutes m where m.tag = t.tag;
create table search_documents (
  seq bigint not null primary key,
  id text collate "C" not null unique,
  user_id text collate "C" not null references users (id) on delete cascade,
  post_id text collate "C" references posts (id) on delete cascade,
  comment_id text collate "C" references comments (id) on delete cascade,
  version integer not null,
  title tsvector not null,
  words tsvector not null
);
create index search_documents_user on search_documents (user_id);
create index search_documents_post on search_documents (post_id) where post_id is not null;
create index search_documents_comment on search_documents (comment_id) where comment_id is not null;
create index search_documents_terms on search_documents using gin (title, words) with (fastupdate = off);
create table search_progress (
  kind text collate "C" not null primary key,
  version integer not null,
  after_id text collate "C" not null
);
create table user_follows (
  id text collate "C" not null primary key,
  follower_id text collate "C" not null references users (id) on delete cascade,
  followee_id text collate "C" not null references users (id) on delete cascade,
  created_at bigint not null,
  unique (follower_id, followee_id)
);
create index user_follows_follower on user_follows (follower_id, id);
create index user_follows_followee on user_follows (followee_id, id);
create table tag_follows (
  user_id text collate "C" not null references users (id) on delete cascade,
  tag text collate "C" not null,
  created_at bigint not null,
  primary key (user_id, tag)
);
create index tag_follows_tag on tag_follows (tag);
create table follow_states (
  user_id text collate "C" not null primary key references users (id) on delete cascade,
  followers integer not null default 0,
  following integer not null default 0,
  hides_followers integer not null default 0,
  hides_following integer not null default 0,
  version integer not null default 0
);
create view followed_posts as select f.user_id, t.post_id from post_tags t cross join tag_follows f where f.tag = t.tag;
create table top_posts (
  period text collate "C" not null,
  post_id text collate "C" not null references posts (id) on delete cascade,
  score bigint not null,
  primary key (period, post_id)
);
create index top_posts_score on top_posts (period, score, post_id);
create index top_posts_post on top_posts (post_id);
alter table users add column active_at bigint;
create table directory_version (
  id text collate "C" not null primary key,
  version bigint not null
);
create table directory_changes (
  version bigint not null primary key,
  profile_id text collate "C",
  created_at bigint not null
);
create table skill_aliases (
  alias text collate "C" not null primary key,
  skill text
);
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
create table bookmarks (
  user_id text collate "C" not null references users (id) on delete cascade,
  post_id text collate "C" not null references posts (id) on delete cascade,
  folder text collate "C" not null,
  created_at bigint not null,
  primary key (user_id, post_id)
);
create index bookmarks_newest on bookmarks (user_id, created_at, post_id);
create index bookmarks_post on bookmarks (post_id);
alter table posts add column pinned_at bigint;
create index posts_pinned on posts (user_id, pinned_at, id) where pinned_at is not null;
alter table drafts add column tags text;
alter table drafts add column visibility text;
drop index search_documents_terms;
create index search_documents_terms on search_documents
  using gin ((array[(seq >> 35) * 4, (seq >> 39) * 4 + 1, (seq >> 43) * 4 + 2]), title, words) with (fastupdate = off);
create table search_filled as
select d.seq, d.id, d.user_id, d.post_id, d.comment_id, d.version,
  d.title || array_to_tsvector(array(
    select '^' || left(lexeme, case when length(lexeme) < 3 then 1 else 3 end) from unnest(d.title) where lexeme not like '%:%'
    union all
    select '~' || left(translate(encode(sha256(convert_to(lexeme || ' ' || next, 'UTF8')), 'base64'), '+/', '-_'), 3)
    from (
      select lexeme, place, lead(lexeme) over (order by place) as next, lead(place) over (order by place) as next_place
      from unnest(d.title), unnest(positions) as place
    ) places
    where next_place = place + 1
  )) as title,
  d.words || array_to_tsvector(array(
    select '^' || left(lexeme, case when length(lexeme) < 3 then 1 else 3 end) from unnest(d.words) where lexeme not like '%:%'
    union all
    select '~' || left(translate(encode(sha256(convert_to(lexeme || ' ' || next, 'UTF8')), 'base64'), '+/', '-_'), 3)
    from (
      select lexeme, place, lead(lexeme) over (order by place) as next, lead(place) over (order by place) as next_place
      from unnest(d.words), unnest(positions) as place
    ) places
    where next_place = place + 1
  )) as words
from search_documents d;
drop table search_documents;
alter table search_filled rename to search_documents;
alter table search_documents alter seq set not null, alter id set not null, alter user_id set not null, alter version set not null,
  alter title set not null, alter words set not null,
  add primary key (seq), add unique (id),
  add foreign key (user_id) references users (id) on delete cascade,
  add foreign key (post_id) references posts (id) on delete cascade,
  add foreign key (comment_id) references comments (id) on delete cascade;
create index search_documents_user on search_documents (user_id);
create index search_documents_post on search_documents (post_id) where post_id is not null;
create index search_documents_comment on search_documents (comment_id) where comment_id is not null;
create index search_documents_terms on search_documents
  using gin ((array[(seq >> 35) * 4, (seq >> 39) * 4 + 1, (seq >> 43) * 4 + 2]), title, words) with (fastupdate = off);
create index tags_posts on tags (posts);
alter table drafts drop constraint drafts_post_id_fkey;
alter table drafts drop constraint drafts_comment_id_fkey;
drop index drafts_post;
drop index drafts_comment;
alter table posts add column published_at bigint;
update posts set published_at = created_at where visibility = 'public';
create index posts_published on posts (published_at, id) where visibility = 'public';
drop index posts_public_user;
create index posts_published_user on posts (user_id, published_at, id) where visibility = 'public';
alter table post_tags add column published_at bigint;
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
alter table media add column shown integer not null default 0;
update media set shown = 1 where unused_since is null or unused_since <> created_at;
delete from media_references where kind = 'post'
  and not exists (select 1 from posts p join media m on m.user_id = p.user_id where p.id = media_references.owner and m.id = media_references.media_id);
delete from media_references where kind = 'comment'
  and not exists (select 1 from comments c join media m on m.user_id = c.user_id where c.id = media_references.owner and m.id = media_references.media_id);
insert into media_references (kind, owner, media_id)
select 'draft', d.user_id || '/' || d.context, m.id from drafts d join media m on m.user_id = d.user_id where d.text like '%/media/' || m.id || '%';
create table database_identity (
  id text collate "C" not null primary key,
  moved_to text,
  moved_at bigint
);
insert into database_identity (id) values (replace(cast(gen_random_uuid() as text), '-', ''));
