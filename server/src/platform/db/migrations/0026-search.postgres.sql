-- What search finds: posts, comments and people as lists of terms, which server/src/features/search/ makes. Not a copy: "move" and upgrades build it from the texts.
create table search_documents (
  seq bigint not null primary key, -- the kind and time of the document, so that a range of numbers is a kind and a period
  id text collate "C" not null unique, -- of the comment, post or user
  user_id text collate "C" not null references users (id) on delete cascade, -- the author, or the member
  post_id text collate "C" references posts (id) on delete cascade,
  comment_id text collate "C" references comments (id) on delete cascade,
  version integer not null, -- of the terms
  title tsvector not null,
  words tsvector not null
);
create index search_documents_user on search_documents (user_id);
create index search_documents_post on search_documents (post_id) where post_id is not null;
create index search_documents_comment on search_documents (comment_id) where comment_id is not null;

-- Without `fastupdate`, searches need not read a list of pending entries.
create index search_documents_terms on search_documents using gin (title, words) with (fastupdate = off);

-- How far the job has indexed texts from before.
create table search_progress (
  kind text collate "C" not null primary key,
  version integer not null,
  after_id text collate "C" not null
);
