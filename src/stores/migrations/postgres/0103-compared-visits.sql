-- The last day of the last week whose visits from AI engines were compared with the weeks before.
alter table brands add column visits_compared_until text;
