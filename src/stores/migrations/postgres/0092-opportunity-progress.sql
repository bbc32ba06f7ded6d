-- How far the work is. state stays its summary: open, done or dismissed.
alter table opportunities add column progress text not null default 'todo';
update opportunities set progress = state where state <> 'open';
-- The experiment that measures the work.
alter table opportunities add column experiment_id uuid references experiments on delete set null;
