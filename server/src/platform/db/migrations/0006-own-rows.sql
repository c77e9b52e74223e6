-- A member's own posts and comments, in the order of their ids: read page by page when the member downloads what is theirs. Their likes have such an index.
create index posts_user on posts (user_id, id);
create index comments_user on comments (user_id, id);
