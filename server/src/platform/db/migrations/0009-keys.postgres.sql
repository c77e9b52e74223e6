-- As 0008 does for SQLite: keys get an index that begins with the key, and holds only rows that have one.
alter table posts drop constraint posts_user_id_idempotency_key_key;
create unique index posts_key on posts (idempotency_key, user_id) where idempotency_key is not null;
alter table comments drop constraint comments_user_id_post_id_idempotency_key_key;
create unique index comments_key on comments (idempotency_key, user_id, post_id) where idempotency_key is not null;
