-- The site's identity, which "dev-connector site" sets. No row until something is set, and never more than one.
create table site (
  id {{id}} not null primary key, -- always 'site'
  version integer not null, -- grows with every change
  identity text not null, -- JSON, valid by siteIdentity in contract/src/site.ts
  logo text, -- an image in base64
  logo_type text
){{table}};
