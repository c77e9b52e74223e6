-- What search finds: posts, comments and people as lists of terms, which server/src/features/search/ makes. Not a copy: "move" and upgrades build it from the texts.
create table search_documents (
  seq integer not null primary key, -- the kind and time of the document, so that a range of numbers is a kind and a period
  id text not null unique, -- of the comment, post or user
  user_id text not null references users (id) on delete cascade, -- the author, or the member
  post_id text references posts (id) on delete cascade,
  comment_id text references comments (id) on delete cascade,
  version integer not null, -- of the terms
  title text not null, -- terms with spaces in between
  words text not null
) strict;
create index search_documents_user on search_documents (user_id);
create index search_documents_post on search_documents (post_id) where post_id is not null;
create index search_documents_comment on search_documents (comment_id) where comment_id is not null;

-- Splits at spaces only. `secure-delete` removes the terms of deleted documents from the file.
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

-- How far the job has indexed texts from before.
create table search_progress (
  kind text not null primary key,
  version integer not null,
  after_id text not null
) strict;
