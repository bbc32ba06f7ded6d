-- How texts for a brand are to be written. A style's scope is the content surface, or one social channel.
create table writing_styles (
  id uuid primary key,
  brand_id uuid not null references brands on delete cascade,
  surface text not null check (surface in ('content', 'social')),
  channel text check (channel in ('reddit', 'linkedin')),
  name text not null,
  -- The name as it is compared: upper and lower case are the same.
  name_key text not null,
  is_default boolean not null,
  sort_order integer not null,
  tone_of_voice jsonb not null,
  writing_rules jsonb not null,
  heading_case_style text not null,
  translation_formality text,
  competitor_statistics_mode text,
  english_variant text,
  language_overrides jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((surface = 'social') = (channel is not null)),
  unique nulls not distinct (brand_id, surface, channel, name_key)
);
create unique index writing_styles_default on writing_styles (brand_id, surface, channel) nulls not distinct
  where is_default;
