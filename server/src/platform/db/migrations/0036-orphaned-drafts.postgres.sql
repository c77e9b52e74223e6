-- A draft outlives the post and comment that it was written on: only its author deletes it. No other table needs the indexes.
alter table drafts drop constraint drafts_post_id_fkey;
alter table drafts drop constraint drafts_comment_id_fkey;
drop index drafts_post;
drop index drafts_comment;
