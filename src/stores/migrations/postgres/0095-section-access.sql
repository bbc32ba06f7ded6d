-- What AI bots get in each section of the site, by section and bot.
alter table audits add column section_access jsonb;
