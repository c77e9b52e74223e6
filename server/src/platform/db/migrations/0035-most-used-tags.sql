create index tags_posts on tags (posts);
