-- A notification of kind `post` stands for all posts of a followed member, or in a followed tag, since the last one that was read: from this post to `post_id`.
-- Its subject is the id of the member, or `#` and the tag. That of a tag has the notified member as its actor, because it stands for several authors.
alter table notifications add column first_post_id {{id}};

-- Whether any member receives a kind that is off by default.
create index notification_settings_on on notification_settings (kind, channel) where is_on = 1;

-- The followers of a tag in the order of the index, for batches.
drop index tag_follows_tag;
create index tag_follows_tag on tag_follows (tag, user_id);

-- The search finds members by handle, too: the job indexes them again.
update search_documents set version = 0 where id = user_id;
delete from search_progress where kind = 'person';
