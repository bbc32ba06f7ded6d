-- A task can be canceled, and one that two ends of its process have cut off is not started again.
alter table tasks drop constraint tasks_state_check;
alter table tasks add constraint tasks_state_check
  check (state in ('receiving', 'waiting', 'working', 'done', 'failed', 'canceled'));
alter table tasks add column starts int not null default 0;
