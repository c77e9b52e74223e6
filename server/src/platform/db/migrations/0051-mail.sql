alter table users add column email_verified_at {{instant}}; -- null: not confirmed
alter table users add column email_rejected_at {{instant}}; -- when the mail server last refused the address; null: never
alter table users add column email_pending integer; -- 1: the site has asked for a confirmation; null for accounts from before, which stay unrestricted

-- Secrets of mailed links. Several of one mail can be valid, because a mail that is sent again has a new one. A change of address inserts one that nobody has:
-- while it exists, the change can be undone, and no other account can have the address.
create table mailed_links (
  secret_hash text not null primary key,
  purpose text not null, -- reset, verify or undo
  user_id {{id}} not null references users (id) on delete cascade,
  mail_id {{id}} not null,
  email text not null, -- the address that the link was sent to
  email_key text, -- of that address if it is reserved, so that the change can be undone
  created_at {{instant}} not null, -- of the request or change that caused the mail
  expires_at {{instant}} not null
){{table}};
create index mailed_links_by_user on mailed_links (user_id, purpose);
create index mailed_links_by_email on mailed_links (email_key);
create index mailed_links_by_expiry on mailed_links (expires_at);
