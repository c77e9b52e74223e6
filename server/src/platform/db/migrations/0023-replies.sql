-- Finds the replies below a placeholder, and whether it has any.
create index deleted_comments_parent on deleted_comments (parent_id) where parent_id is not null;

-- Earlier versions deleted a comment without a placeholder if only placeholders answered it. The replies below become comments on the post.
update comments set parent_id = null where parent_id is not null
  and not exists (select 1 from comments parent where parent.id = comments.parent_id)
  and not exists (select 1 from deleted_comments parent where parent.id = comments.parent_id);
update deleted_comments set parent_id = null where parent_id is not null
  and not exists (select 1 from comments parent where parent.id = deleted_comments.parent_id)
  and not exists (select 1 from deleted_comments parent where parent.id = deleted_comments.parent_id);
