-- How members receive notifications by e-mail. Those without a row have the defaults and have had no mail.
create table mail_settings (
  user_id {{id}} not null primary key references users (id) on delete cascade,
  frequency {{id}} not null, -- now, daily, weekly or off
  time_zone text not null, -- IANA name, of the digests
  unsubscribe_token text not null unique, -- in links of mails; can only set the frequency to off
  next_digest_at {{instant}}, -- null: none is scheduled
  digest_on text, -- the member's date (YYYY-MM-DD) of the last digest
  seen_at {{instant}} not null, -- when the member was last known to use the site
  paused_at {{instant}}, -- when mails stopped because the member did not come back; null: they did not
  mailed_at {{instant}} -- when the last mail is or was due
){{table}};
create index mail_settings_digests on mail_settings (next_digest_at) where next_digest_at is not null;

-- When a member last had a mail about a discussion. Rows are deleted after an hour.
create table mailed_discussions (
  user_id {{id}} not null references users (id) on delete cascade,
  discussion {{id}} not null, -- the post, or the kind of notifications without one
  mailed_at {{instant}} not null,
  primary key (user_id, discussion)
){{table}};
create index mailed_discussions_time on mailed_discussions (mailed_at);

alter table notifications add column mail_batch {{id}}; -- of the mail that contains it; null: none does
