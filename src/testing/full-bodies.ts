import type { Ids } from './endpoints.ts'

/** A valid body of a write, and where to read back the result. */
export interface FullBody {
  /** The operation's name. */
  name: string
  body: Record<string, unknown>
  /** Path of the written object, relative to the brand: an object, or a list that contains it. */
  shownIn: string
}

/** For each write with a body, bodies that together contain every accepted field. */
export const fullBodies = (ids: Ids): FullBody[] => [
  {
    name: 'create-competitor',
    body: {
      name: 'Soylent',
      primary_url: 'https://soylent.com',
      aliases: ['Soy'],
      relation: 'partner',
      match_case_sensitive: true,
      match_require_domain: true,
      match_in_context: true,
      excluded_phrases: ['soylent green'],
    },
    shownIn: 'competitors',
  },
  {
    name: 'update-competitor-suggestion',
    body: { state: 'dismissed', status: 'dismissed' },
    shownIn: 'competitors/suggestions',
  },
  {
    name: 'create-writing-style',
    body: {
      surface: 'content',
      name: 'Plain',
      tone_of_voice: { presets: ['Bold'], custom_tones: ['Dry'], description: 'Short' },
      writing_rules: { always_do: ['Name sources'], never_do: ['Shout'] },
      heading_case_style: 'title',
      translation_formality: 'prefer_more',
      competitor_statistics_mode: 'ask',
      english_variant: 'uk',
      is_default: true,
    },
    shownIn: 'writing-styles',
  },
  {
    name: 'create-writing-style',
    body: {
      surface: 'social',
      channel: 'linkedin',
      name: 'Post',
      language_overrides: {
        en: {
          formality: 'prefer_less',
          nuance: 'Dry',
          always_do: ['Ask'],
          never_do: ['Shout'],
          english_variant: 'us',
        },
      },
    },
    shownIn: 'writing-styles',
  },
  {
    name: 'update-profile',
    body: {
      name: 'Acme',
      aliases: ['Acme Shoes'],
      industry: 'Shoes',
      short_description: 'Shoes',
      description: 'Shoes and boots',
      primary_audience: 'Walkers',
      main_market: 'Norway',
      key_features: ['Light'],
    },
    shownIn: 'profile',
  },
  {
    name: 'update-alignment-suggestions',
    body: {
      updates: [
        {
          suggestion_id: ids.suggestion_id?.[0],
          suggested_prompt: 'Which boots last long?',
          country_codes: ['NO'],
        },
      ],
    },
    shownIn: 'alignment/suggestions',
  },
  {
    name: 'delete-alignment-categories',
    body: { category_ids: [ids.category_id?.[0]], delete_prompts: false },
    shownIn: 'alignment/categories',
  },
  {
    name: 'create-prompt',
    body: {
      text: 'Which boots are best?',
      topic_id: ids.topic_id?.[0],
      tag_ids: ids.tag_id?.slice(0, 1),
      category_id: ids.category_id?.[0],
      countries: ['NO'],
      is_active: true,
    },
    shownIn: 'prompts',
  },
  {
    name: 'update-prompt',
    body: {
      text: 'Which boots are warm?',
      topic_id: ids.topic_id?.[0],
      tag_ids: ids.tag_id?.slice(0, 1),
      category_id: ids.category_id?.[0],
      countries: ['NO'],
      is_active: false,
    },
    shownIn: 'prompts',
  },
  {
    name: 'check-mention',
    body: { mention: 'right', sentiment: 'neutral' },
    shownIn: 'reading-precision',
  },
  {
    name: 'create-experiment',
    body: {
      ...{
        name: 'Full',
        description: 'New pages',
        metric: 'avg_rank',
        engines: ['chatgpt'],
        countries: ['DE'],
      },
      ...{ started_on: '2026-06-10', ended_on: '2026-07-10', days_left_out: 3, baseline_days: 21 },
      judged_from: '2026-06-01',
      treated_prompt_ids: ids.candidate_prompt_id?.slice(0, 5) ?? [],
      control_prompt_ids: ids.candidate_prompt_id?.slice(5) ?? [],
    },
    shownIn: 'experiments',
  },
  {
    name: 'create-experiment',
    body: {
      ...{ name: 'Drawn', started_on: '2027-06-10' },
      candidate_prompt_ids: ids.candidate_prompt_id ?? [],
      opportunity_id: ids.opportunity_id?.[0] ?? '',
    },
    shownIn: 'experiments',
  },
  {
    name: 'update-experiment',
    body: { name: 'Renamed', description: 'Other pages' },
    shownIn: 'experiments',
  },
  { name: 'start-audit', body: { include_link_analysis: false }, shownIn: 'technical/audits' },
  {
    name: 'set-audit-schedule',
    body: { every: 'month', include_link_analysis: false },
    shownIn: 'technical/audit-schedule',
  },
  {
    name: 'create-report',
    body: { start_date: '2026-06-01', end_date: '2026-06-07', send: true },
    shownIn: 'reports',
  },
  {
    name: 'set-report-settings',
    body: {
      weekly: false,
      monthly: false,
      alerts: 'all',
      person_ids: [],
      addresses: ['board@people.example'],
    },
    shownIn: 'report-settings',
  },
  {
    name: 'update-visibility-alert',
    body: { state: 'closed', status: 'closed' },
    shownIn: 'visibility/alerts',
  },
  { name: 'create-note', body: { day: '2026-06-03', text: 'Sold' }, shownIn: 'notes' },
  {
    name: 'update-opportunity',
    body: { progress: 'doing', state: 'doing', owner_id: null, due_on: '2026-07-01' },
    shownIn: 'opportunities',
  },
  {
    name: 'update-opportunity',
    body: { progress: 'measuring', experiment_id: ids.experiment_id?.[0] ?? '', owner: 'opportunity owner' },
    shownIn: 'opportunities',
  },
  {
    name: 'create-opportunity-comment',
    body: { text: 'Good' },
    shownIn: `opportunities/${ids.opportunity_id?.[0]}/comments`,
  },
  { name: 'resolve-issue-page', body: { resolved: true }, shownIn: 'technical/issues' },
  {
    name: 'create-export',
    body: {
      kind: 'answers',
      format: 'csv',
      start_date: '2026-06-01',
      end_date: '2026-06-02',
      topic_id: ids.topic_id?.slice(0, 1),
      engine: ['chatgpt'],
      country: ['US'],
      tag_id: ids.tag_id?.slice(0, 1),
      tag_match_mode: 'all',
      prompt_id: ids.prompt_id,
      outcome: ['answered'],
    },
    shownIn: 'exports',
  },
  {
    name: 'create-export',
    body: { kind: 'visits', bot_category: ['openai'], crawler: ['GPTBot'] },
    shownIn: 'exports',
  },
]
