-- A brand with a row here has been analysed. Its name and aliases are in brands.
create table brand_profiles (
  brand_id uuid primary key references brands on delete cascade,
  industry text,
  short_description text,
  description text,
  primary_audience text,
  main_market text,
  key_features text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table products (
  id uuid primary key,
  brand_id uuid not null references brands on delete cascade,
  -- Deferred: many rows are written at once, children before parents as well.
  parent_id uuid references products on delete cascade deferrable initially deferred,
  kind text not null check (kind in ('product', 'service', 'category')),
  name text not null,
  description text,
  created_at timestamptz not null,
  unique nulls not distinct (brand_id, parent_id, name)
);
create index products_by_parent on products (parent_id);
create index products_of_brand on products (brand_id, created_at desc, id desc);

create table alignment_categories (
  id uuid primary key,
  brand_id uuid not null references brands on delete cascade,
  name text not null,
  created_at timestamptz not null,
  unique (brand_id, name)
);
create index alignment_categories_of_brand on alignment_categories (brand_id, created_at desc, id desc);

-- There were no categories until now: whatever a prompt names is none.
update prompts set category_id = null where category_id is not null;
alter table prompts add foreign key (category_id) references alignment_categories on delete set null;
create index prompts_by_category on prompts (category_id);

create table alignment_suggestions (
  id uuid primary key,
  brand_id uuid not null references brands on delete cascade,
  suggested_prompt text not null,
  country_codes text[] not null,
  category_id uuid references alignment_categories on delete set null,
  product_id uuid references products on delete set null,
  state text not null check (state in ('proposed', 'accepted', 'rejected', 'promoted')),
  -- The prompt that promoting it has made.
  prompt_id uuid references prompts on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index alignment_suggestions_of_brand on alignment_suggestions (brand_id, created_at desc, id desc);
create index alignment_suggestions_by_category on alignment_suggestions (category_id);
create index alignment_suggestions_by_product on alignment_suggestions (product_id);
create index alignment_suggestions_by_prompt on alignment_suggestions (prompt_id);
