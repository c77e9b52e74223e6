-- How much of a day is known: null all of it, 'month' its month, 'year' its year. An imported résumé says 2017 or 2017-03; the day that stands for it is the
-- first of that time in from_date, and the last in to_date.
alter table experiences add column from_precision text;
alter table experiences add column to_precision text;
alter table educations add column from_precision text;
alter table educations add column to_precision text;
