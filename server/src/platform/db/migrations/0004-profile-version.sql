-- grows with everything that changes the profile's JSON, entries included: (id, version) names one state of it
alter table profiles add column version integer not null default 1;
