-- Texts that their authors have not sent yet, by the form that they are written in.
create table drafts (
  user_id {{id}} not null references users (id) on delete cascade,
  context {{id}} not null, -- post, comment:{post_id}, reply:{comment_id}, or edit:{id} of a post or comment
  post_id {{id}} references posts (id) on delete cascade, -- null: a new post
  comment_id {{id}} references comments (id) on delete cascade, -- the comment that is answered or edited
  title text,
  text text not null,
  version {{instant}} not null, -- starts as the time of creation, so that a draft that is created again has a higher one
  updated_at {{instant}} not null,
  primary key (user_id, context)
){{table}};
create index drafts_post on drafts (post_id) where post_id is not null;
create index drafts_comment on drafts (comment_id) where comment_id is not null;
