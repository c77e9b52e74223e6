alter table profiles add column headline text; -- null or '': none
alter table profiles add column pronouns text;
alter table profiles add column links text; -- a JSON list of {label?, url}; null: none
alter table profiles add column open_to_work integer; -- 1: yes; 0 or null: no
alter table profiles add column open_to_mentoring integer;
alter table profiles add column open_to_collaboration integer;
create index profiles_open_to_work on profiles (id) where open_to_work = 1;
create index profiles_open_to_mentoring on profiles (id) where open_to_mentoring = 1;
create index profiles_open_to_collaboration on profiles (id) where open_to_collaboration = 1;

-- The skills of all profiles, with the number of members who have each. Saving and deleting a profile update the numbers.
create table skills (
  name {{id}} not null primary key, -- as its members spell it
  key {{id}} not null, -- in lower case, for comparison
  members integer not null
){{table}};
insert into skills (name, key, members)
select value, lower(value), count(*) from profiles, {{eachSkill}} group by value;
create index skills_key on skills (key, members desc, name);
create index skills_members on skills (members desc, key, name);
