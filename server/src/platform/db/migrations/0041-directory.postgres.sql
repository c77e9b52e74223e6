-- What the directory sorts by, and the facets and words of names by which it filters, from the profiles. server/src/features/directory/ writes them with each profile,
-- and those of profiles from before at the next start. Not copied: "move" leaves them to the next start, too.
create table directory_entries (
  number bigint generated always as identity primary key,
  profile_id text collate "C" not null unique references profiles (id) on delete cascade,
  name_key text collate "C" not null, -- the beginning of the name, folded for comparison
  active_at bigint not null, -- 0: the member does not allow it
  version text not null -- of the keys
);
create index directory_entries_name on directory_entries (name_key, profile_id desc);
create index directory_entries_active on directory_entries (active_at, profile_id);

create table directory_facets (
  facet text collate "C" not null, -- skill, place, status, open, or word: of the name
  key text collate "C" not null, -- folded for comparison; of an alias, the key of its skill
  value text collate "C" not null, -- as the member writes it; '' for words
  number bigint not null references directory_entries (number) on delete cascade,
  primary key (facet, key, value, number)
);
create index directory_facets_number on directory_facets (number);

drop table directory_changes;
drop table directory_version;
drop index profiles_open_to_work;
drop index profiles_open_to_mentoring;
drop index profiles_open_to_collaboration;
delete from jobs where kind = 'directory.purge';
