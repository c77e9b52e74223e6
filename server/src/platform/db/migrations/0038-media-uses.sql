-- Whether a post or comment of the uploader has ever shown the image: 0 or 1. Such an image is gone with the last of its uses, another one after a day.
alter table media add column shown integer not null default 0;
update media set shown = 1 where unused_since is null or unused_since <> created_at;

-- Only texts of the uploader use an image.
delete from media_references where kind = 'post'
  and not exists (select 1 from posts p join media m on m.user_id = p.user_id where p.id = media_references.owner and m.id = media_references.media_id);
delete from media_references where kind = 'comment'
  and not exists (select 1 from comments c join media m on m.user_id = c.user_id where c.id = media_references.owner and m.id = media_references.media_id);

-- Drafts have rows, too: kind 'draft', owner '{user_id}/{context}'.
insert into media_references (kind, owner, media_id)
select 'draft', d.user_id || '/' || d.context, m.id from drafts d join media m on m.user_id = d.user_id where d.text like '%/media/' || m.id || '%';
