-- The fields of a post besides its title and text, as typed. Null: empty, or a draft of a comment.
alter table drafts add column tags text; -- comma-separated, may hold half a tag
alter table drafts add column visibility text;
