-- Whether a competitor's names, being words of the language, count only where the text shows that they are names.
alter table competitors add column match_in_context boolean not null default false;
