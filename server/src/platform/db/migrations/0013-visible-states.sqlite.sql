-- A page of posts begins with ids and states. This index alone holds all that tells which posts are visible.
drop index posts_state;
create index posts_state on posts (id, version, user_id, deleted_at);
