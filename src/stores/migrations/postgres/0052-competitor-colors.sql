-- The color slot of a competitor in charts, from 1 on. The brand's own color is none of them.
alter table competitors add column color smallint;
update competitors set color = (placed.place - 1) % 12 + 1
from (select id, row_number() over (partition by brand_id order by number) as place from competitors) placed
where placed.id = competitors.id;
alter table competitors alter column color set not null, add check (color >= 1);
