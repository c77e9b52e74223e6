-- These numbers grow with every change that shows in the JSON of a post or profile: (id, cache_version) names one state of it. They are not the number of edits.
alter table posts rename column version to cache_version;
alter table profiles rename column version to cache_version;
