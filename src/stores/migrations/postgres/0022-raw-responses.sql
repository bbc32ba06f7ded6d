-- Whether raw bodies are read again for a version of readings, and not only the texts of answers.
alter table reading_configs add column reads_raw boolean not null default false;
