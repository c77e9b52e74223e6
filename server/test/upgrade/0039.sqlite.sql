create table users (
  id text not null primary key,
  name text not null,
  email text not null,
  email_key text not null unique,
  avatar text not null,
  password_hash text not null,
  created_at integer not null
) strict;
create table sessions (
  id text not null primary key,
  token_hash text not null unique,
  user_id text not null references users (id) on delete cascade,
  device text,
  created_at integer not null,
  used_at integer not null
) strict;
create index sessions_user on sessions (user_id);
create table profiles (
  id text not null primary key,
  user_id text not null unique references users (id) on delete cascade,
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
  created_at integer not null
) strict;
create table experiences (
  id text not null primary key,
  user_id text not null references profiles (user_id) on delete cascade,
  title text not null,
  company text not null,
  location text,
  from_date text not null,
  to_date text,
  is_current integer not null,
  description text
) strict;
create index experiences_user on experiences (user_id, from_date desc, id desc);
create table educations (
  id text not null primary key,
  user_id text not null references profiles (user_id) on delete cascade,
  school text not null,
  degree text not null,
  fieldofstudy text,
  from_date text not null,
  to_date text,
  is_current integer not null,
  description text
) strict;
create index educations_user on educations (user_id, from_date desc, id desc);
create table posts (
  id text not null primary key,
  user_id text not null references users (id) on delete cascade,
  text text not null,
  like_count integer not null default 0,
  comment_count integer not null default 0,
  version integer not null default 1,
  idempotency_key text,
  created_at integer not null,
  unique (user_id, idempotency_key)
) strict;
create table comments (
  id text not null primary key,
  post_id text not null references posts (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  text text not null,
  idempotency_key text,
  created_at integer not null,
  unique (user_id, post_id, idempotency_key)
) strict;
create index comments_post on comments (post_id, id desc);
create table likes (
  id text not null primary key,
  post_id text not null references posts (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  created_at integer not null,
  unique (user_id, post_id)
) strict;
create index likes_post on likes (post_id, id desc);
create table tries (
  key text not null primary key,
  times text not null,
  until integer not null
) strict;
create index tries_until on tries (until);
create table traffic (
  key text not null primary key,
  requests integer not null,
  until integer not null
) strict;
create index traffic_until on traffic (until);
create table known_addresses (
  user_id text not null references users (id) on delete cascade,
  address text not null,
  used_at integer not null,
  primary key (user_id, address)
) strict;
create table invitations (
  id text not null primary key,
  secret_hash text not null unique,
  uses_left integer not null,
  created_at integer not null,
  expires_at integer not null
) strict;
create table password_resets (
  id text not null primary key,
  secret_hash text not null unique,
  user_id text not null unique references users (id) on delete cascade,
  created_at integer not null,
  expires_at integer not null
) strict;
alter table profiles add column version integer not null default 1;
alter table experiences add column from_precision text;
alter table experiences add column to_precision text;
alter table educations add column from_precision text;
alter table educations add column to_precision text;
create index posts_user on posts (user_id, id);
create index comments_user on comments (user_id, id);
create index posts_state on posts (id, version);
create index profiles_state on profiles (id, version);
create table posts_anew (
  id text not null primary key,
  user_id text not null references users (id) on delete cascade,
  text text not null,
  like_count integer not null default 0,
  comment_count integer not null default 0,
  version integer not null default 1,
  idempotency_key text,
  created_at integer not null
) strict;
insert into posts_anew (id, user_id, text, like_count, comment_count, version, idempotency_key, created_at)
select id, user_id, text, like_count, comment_count, version, idempotency_key, created_at from posts order by id;
drop table posts;
alter table posts_anew rename to posts;
create index posts_user on posts (user_id, id);
create index posts_state on posts (id, version);
create unique index posts_key on posts (idempotency_key, user_id) where idempotency_key is not null;
create table comments_anew (
  id text not null primary key,
  post_id text not null references posts (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  text text not null,
  idempotency_key text,
  created_at integer not null
) strict;
insert into comments_anew (id, post_id, user_id, text, idempotency_key, created_at)
select id, post_id, user_id, text, idempotency_key, created_at from comments order by id;
drop table comments;
alter table comments_anew rename to comments;
create index comments_post on comments (post_id, id desc);
create index comments_user on comments (user_id, id);
create unique index comments_key on comments (idempotency_key, user_id, post_id) where idempotency_key is not null;
alter table sessions add column confirmed_at integer;
create table known_devices (
  user_id text not null references users (id) on delete cascade,
  secret_hash text not null,
  used_at integer not null,
  primary key (user_id, secret_hash)
) strict;
alter table users add column deleted_at integer;
create index users_deleted on users (deleted_at) where deleted_at is not null;
alter table posts add column deleted_at integer;
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
drop index posts_state;
create index posts_state on posts (id, version, user_id, deleted_at);
create table jobs (
  id text not null primary key,
  kind text not null,
  payload text not null,
  key text,
  ordering_key text,
  run_at integer not null,
  lease text,
  enqueued integer not null default 1,
  attempts integer not null default 0,
  last_error text,
  failed_at integer,
  created_at integer not null
) strict;
create index jobs_due on jobs (run_at) where failed_at is null;
create unique index jobs_key on jobs (kind, key) where key is not null;
create index jobs_order on jobs (ordering_key, id) where ordering_key is not null and failed_at is null;
create unique index jobs_running on jobs (ordering_key) where lease is not null;
create table avatars (
  user_id text not null primary key references users (id) on delete cascade,
  type text,
  picture text,
  hash text,
  fetched_at integer not null
) strict;
alter table users drop column avatar;
create table repositories (
  username text not null primary key,
  answer text not null,
  fetched_at integer not null
) strict;
create index profiles_githubusername on profiles (lower(githubusername));
alter table posts rename column version to cache_version;
alter table profiles rename column version to cache_version;
create table site (
  id text not null primary key,
  version integer not null,
  identity text not null,
  logo text,
  logo_type text
) strict;
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
  name text not null primary key,
  key text not null,
  members integer not null
) strict;
insert into skills (name, key, members)
select value, lower(value), count(*) from profiles, json_each(case when json_valid(profiles.skills) then profiles.skills else '[]' end) group by value;
create index skills_key on skills (key, members desc, name);
create index skills_members on skills (members desc, key, name);
alter table posts add column format text not null default 'plain';
alter table posts add column version integer not null default 1;
alter table posts add column edited_at integer;
alter table posts add column title text;
alter table posts add column comments_closed integer not null default 0;
alter table comments add column format text not null default 'plain';
alter table comments add column version integer not null default 1;
alter table comments add column edited_at integer;
alter table comments add column parent_id text;
alter table comments add column like_count integer not null default 0;
create index comments_parent on comments (parent_id) where parent_id is not null;
create table post_html (
  post_id text not null primary key references posts (id) on delete cascade,
  renderer integer not null,
  html text not null
) strict;
create index post_html_renderer on post_html (renderer);
create table comment_html (
  comment_id text not null primary key references comments (id) on delete cascade,
  renderer integer not null,
  html text not null
) strict;
create index comment_html_renderer on comment_html (renderer);
create table revisions (
  id text not null primary key,
  post_id text references posts (id) on delete cascade,
  comment_id text references comments (id) on delete cascade,
  user_id text not null,
  version integer not null,
  format text not null,
  title text,
  text text,
  created_at integer not null
) strict;
create unique index revisions_post on revisions (post_id, version) where post_id is not null;
create unique index revisions_comment on revisions (comment_id, version) where comment_id is not null;
create index revisions_user on revisions (user_id, id);
create table comment_likes (
  comment_id text not null references comments (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  created_at integer not null,
  primary key (user_id, comment_id)
) strict;
create index comment_likes_comment on comment_likes (comment_id);
create table deleted_comments (
  id text not null primary key,
  post_id text not null references posts (id) on delete cascade,
  parent_id text,
  created_at integer not null
) strict;
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
  user_id text not null references users (id) on delete cascade,
  context text not null,
  post_id text references posts (id) on delete cascade,
  comment_id text references comments (id) on delete cascade,
  title text,
  text text not null,
  version integer not null,
  updated_at integer not null,
  primary key (user_id, context)
) strict;
create index drafts_post on drafts (post_id) where post_id is not null;
create index drafts_comment on drafts (comment_id) where comment_id is not null;
create table media_files (
  hash text not null primary key,
  type text not null,
  size integer not null,
  width integer not null,
  height integer not null
) strict;
create table media_chunks (
  hash text not null references media_files (hash) on delete cascade,
  position integer not null,
  bytes blob not null,
  primary key (hash, position)
) strict;
create table media (
  id text not null primary key,
  user_id text not null references users (id) on delete cascade,
  hash text not null references media_files (hash),
  alt text not null,
  created_at integer not null,
  unused_since integer
) strict;
create index media_user on media (user_id, id);
create index media_hash on media (hash);
create index media_unused on media (unused_since) where unused_since is not null;
create table media_references (
  kind text not null,
  owner text not null,
  media_id text not null references media (id) on delete cascade,
  primary key (owner, media_id)
) strict;
create index media_references_media on media_references (media_id);
create table uploaded_avatars (
  user_id text not null primary key references users (id) on delete cascade,
  hash text not null references media_files (hash)
) strict;
create index uploaded_avatars_hash on uploaded_avatars (hash);
create index deleted_comments_parent on deleted_comments (parent_id) where parent_id is not null;
update comments set parent_id = null where parent_id is not null
  and not exists (select 1 from comments parent where parent.id = comments.parent_id)
  and not exists (select 1 from deleted_comments parent where parent.id = comments.parent_id);
update deleted_comments set parent_id = null where parent_id is not null
  and not exists (select 1 from comments parent where parent.id = deleted_comments.parent_id)
  and not exists (select 1 from deleted_comments parent where parent.id = deleted_comments.parent_id);
create table tags (
  id text not null primary key,
  name text not null unique,
  description text,
  posts integer not null default 0,
  followers integer not null default 0,
  used_at integer not null
) strict;
create index tags_used on tags (used_at, id);
create table tag_aliases (
  alias text not null primary key,
  tag text not null
) strict;
create index tag_aliases_tag on tag_aliases (tag);
create table post_tags (
  tag text not null,
  post_id text not null references posts (id) on delete cascade,
  position integer not null,
  is_field integer not null,
  primary key (tag, post_id)
) strict;
create index post_tags_post on post_tags (post_id, position, tag);
create table tag_mutes (
  user_id text not null references users (id) on delete cascade,
  tag text not null,
  created_at integer not null,
  primary key (user_id, tag)
) strict;
create index tag_mutes_tag on tag_mutes (tag);
create view muted_posts as select m.user_id, t.post_id from post_tags t cross join tag_mutes m where m.tag = t.tag;
create table search_documents (
  seq integer not null primary key,
  id text not null unique,
  user_id text not null references users (id) on delete cascade,
  post_id text references posts (id) on delete cascade,
  comment_id text references comments (id) on delete cascade,
  version integer not null,
  title text not null,
  words text not null
) strict;
create index search_documents_user on search_documents (user_id);
create index search_documents_post on search_documents (post_id) where post_id is not null;
create index search_documents_comment on search_documents (comment_id) where comment_id is not null;
create virtual table search_index using fts5(title, words, content='search_documents', content_rowid='seq', columnsize=0,
  tokenize="ascii separators '' tokenchars '!""#$%&''()*+,-./:;<=>?@[\]^_`{|}~'");
insert into search_index (search_index, rank) values ('secure-delete', 1);
create trigger search_documents_insert after insert on search_documents begin
  insert into search_index (rowid, title, words) values (new.seq, new.title, new.words);
end;
create trigger search_documents_delete after delete on search_documents begin
  insert into search_index (search_index, rowid, title, words) values ('delete', old.seq, old.title, old.words);
end;
create trigger search_documents_update after update of title, words on search_documents begin
  insert into search_index (search_index, rowid, title, words) values ('delete', old.seq, old.title, old.words);
  insert into search_index (rowid, title, words) values (new.seq, new.title, new.words);
end;
create table search_progress (
  kind text not null primary key,
  version integer not null,
  after_id text not null
) strict;
create table user_follows (
  id text not null primary key,
  follower_id text not null references users (id) on delete cascade,
  followee_id text not null references users (id) on delete cascade,
  created_at integer not null,
  unique (follower_id, followee_id)
) strict;
create index user_follows_follower on user_follows (follower_id, id);
create index user_follows_followee on user_follows (followee_id, id);
create table tag_follows (
  user_id text not null references users (id) on delete cascade,
  tag text not null,
  created_at integer not null,
  primary key (user_id, tag)
) strict;
create index tag_follows_tag on tag_follows (tag);
create table follow_states (
  user_id text not null primary key references users (id) on delete cascade,
  followers integer not null default 0,
  following integer not null default 0,
  hides_followers integer not null default 0,
  hides_following integer not null default 0,
  version integer not null default 0
) strict;
create view followed_posts as select f.user_id, t.post_id from post_tags t cross join tag_follows f where f.tag = t.tag;
create table top_posts (
  period text not null,
  post_id text not null references posts (id) on delete cascade,
  score integer not null,
  primary key (period, post_id)
) strict;
create index top_posts_score on top_posts (period, score, post_id);
create index top_posts_post on top_posts (post_id);
alter table users add column active_at integer;
create table directory_version (
  id text not null primary key,
  version integer not null
) strict;
create table directory_changes (
  version integer not null primary key,
  profile_id text,
  created_at integer not null
) strict;
create table skill_aliases (
  alias text not null primary key,
  skill text
) strict;
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
  user_id text not null references users (id) on delete cascade,
  post_id text not null references posts (id) on delete cascade,
  folder text not null,
  created_at integer not null,
  primary key (user_id, post_id)
) strict;
create index bookmarks_newest on bookmarks (user_id, created_at, post_id);
create index bookmarks_post on bookmarks (post_id);
alter table posts add column pinned_at integer;
create index posts_pinned on posts (user_id, pinned_at, id) where pinned_at is not null;
alter table drafts add column tags text;
alter table drafts add column visibility text;
create index tags_posts on tags (posts);
create table drafts_new (
  user_id text not null references users (id) on delete cascade,
  context text not null,
  post_id text,
  comment_id text,
  title text,
  text text not null,
  version integer not null,
  updated_at integer not null,
  tags text,
  visibility text,
  primary key (user_id, context)
) strict;
insert into drafts_new (user_id, context, post_id, comment_id, title, text, version, updated_at, tags, visibility)
select user_id, context, post_id, comment_id, title, text, version, updated_at, tags, visibility from drafts;
drop table drafts;
alter table drafts_new rename to drafts;
alter table posts add column published_at integer;
update posts set published_at = created_at where visibility = 'public';
create index posts_published on posts (published_at, id) where visibility = 'public';
drop index posts_public_user;
create index posts_published_user on posts (user_id, published_at, id) where visibility = 'public';
alter table post_tags add column published_at integer;
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
  id text not null primary key,
  moved_to text,
  moved_at integer
) strict;
insert into database_identity (id) values (lower(hex(randomblob(16))));
