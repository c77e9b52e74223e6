-- The picture of a user as the avatar service had it. A row without a picture: the service has none.
-- Base64 costs a third more than bytes, but both engines, their copies and their drivers treat text alike.
create table avatars (
  user_id {{id}} not null primary key references users (id) on delete cascade,
  type text,
  picture text,
  hash text,
  fetched_at {{instant}} not null
){{table}};

-- Every picture now has the address /api/avatars/{userId}. The old ones contained a hash of the e-mail address.
alter table users drop column avatar;

-- The newest repositories of each name on a profile, in lower case.
create table repositories (
  username {{id}} not null primary key,
  answer text not null, -- a JSON list; the JSON null: the code host does not know the name
  fetched_at {{instant}} not null
){{table}};
create index profiles_githubusername on profiles (lower(githubusername));
