-- Adds keys to the terms: the beginning of each word, and a hash of each pair of neighbours. See server/src/platform/db/postgres/search-terms.ts.
-- A new table takes a third of the time of an update, and no more space afterwards.
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
