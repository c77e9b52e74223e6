-- The handle as the member writes it, and in lower case. Null: the account is being deleted, or is older and the site has not started since.
alter table users add column handle text;
alter table users add column handle_key {{id}};
create unique index users_handle on users (handle_key);
create index users_without_handle on users (id) where handle is null and deleted_at is null;

-- Every handle that a member has, or had in the last 90 days and nobody else may take. After a deletion, only the hash and the date are left.
create table handle_claims (
  hash {{id}} not null primary key, -- a pseudonym of the handle in lower case
  user_id {{id}} references users (id) on delete set null,
  handle text,
  expires_at {{instant}} -- null: the member has it now
){{table}};
create index handle_claims_user on handle_claims (user_id);
create index handle_claims_expiry on handle_claims (expires_at) where expires_at is not null;

-- Members whom a text mentions, by the handle that it has, in lower case.
create table mentions (
  text_id {{id}} not null, -- of the post, or of the comment on it
  handle {{id}} not null,
  user_id {{id}} not null references users (id) on delete cascade,
  post_id {{id}} not null references posts (id) on delete cascade,
  comment_id {{id}} references comments (id) on delete cascade, -- null: the post itself mentions them
  primary key (text_id, handle)
){{table}};
create index mentions_user on mentions (user_id, text_id);
create index mentions_post on mentions (post_id);
create index mentions_comment on mentions (comment_id) where comment_id is not null;
