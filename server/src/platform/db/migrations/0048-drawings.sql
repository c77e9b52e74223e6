alter table users add column hides_drawings integer; -- 1: nothing is drawn from their career and activity; 0 or null: it is
