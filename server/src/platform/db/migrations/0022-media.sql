-- Stored images by the hash of their bytes: equal images are stored once.
create table media_files (
  hash {{id}} not null primary key, -- SHA-256 in base64url
  type text not null,
  size integer not null, -- bytes
  width integer not null,
  height integer not null
){{table}};

-- The bytes of a file, cut so that no row is large.
create table media_chunks (
  hash {{id}} not null references media_files (hash) on delete cascade,
  position integer not null,
  bytes {{bytes}} not null,
  primary key (hash, position)
){{table}};

-- Images that members uploaded for their texts.
create table media (
  id {{id}} not null primary key, -- 128 random bits in base64url
  user_id {{id}} not null references users (id) on delete cascade,
  hash {{id}} not null references media_files (hash),
  alt text not null,
  created_at {{instant}} not null,
  unused_since {{instant}} -- null: a text refers to it
){{table}};
create index media_user on media (user_id, id);
create index media_hash on media (hash);
create index media_unused on media (unused_since) where unused_since is not null;

-- The images of each text. A row may outlive its text, and has no effect then.
create table media_references (
  kind {{id}} not null, -- of the text: 'post' or 'comment'
  owner {{id}} not null, -- id of the text
  media_id {{id}} not null references media (id) on delete cascade,
  primary key (owner, media_id)
){{table}};
create index media_references_media on media_references (media_id);

-- Pictures that members uploaded of themselves.
create table uploaded_avatars (
  user_id {{id}} not null primary key references users (id) on delete cascade,
  hash {{id}} not null references media_files (hash)
){{table}};
create index uploaded_avatars_hash on uploaded_avatars (hash);
