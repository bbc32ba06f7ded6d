// Generated from migrations/postgres; change it with: npm run generate
import type { Generated, JSONColumnType } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

export interface Tables {
  alignment_categories: {
    id: string
    brand_id: string
    name: string
    created_at: Date
  }
  alignment_suggestions: {
    id: string
    brand_id: string
    suggested_prompt: string
    country_codes: string[]
    category_id: string | null
    product_id: string | null
    state: 'proposed' | 'accepted' | 'rejected' | 'promoted'
    prompt_id: string | null
    created_at: Date
    updated_at: Date
  }
  answer_checks: {
    brand_id: string
    answer_id: string
    entity: number
    executed_at: Date
    mention: ColumnTypes['answer_checks.mention'] | null
    sentiment: ColumnTypes['answer_checks.sentiment'] | null
    checked_at: Date
    read_sentiment: number | null
    is_applied: boolean
  }
  api_key_brands: {
    key_id: string
    brand_id: string
  }
  api_keys: {
    id: string
    workspace_id: string
    name: string
    salt: Buffer
    hash: Buffer
    last_four: string
    scopes: string[]
    all_brands: boolean
    created_by: string | null
    created_at: Date
    expires_at: Date | null
    revoked_at: Date | null
    rolled_from: string | null
    grace_ends_at: Date | null
    chain_id: string
    last_used_at: Date | null
    created_by_person: string | null
    expiry_told: Generated<boolean>
    allowed_addresses: string[]
  }
  audit_addresses: {
    audit_id: string
    id: string
    url: string
    depth: number | null
    source: string | null
    is_settled: Generated<boolean>
  }
  audit_pages: {
    audit_id: string
    id: string
    url: string
    status: number | null
    etag: string | null
    last_modified: string | null
    facts: Buffer
    skeleton: string | null
  }
  audit_records: {
    id: string
    workspace_id: string | null
    brand_id: string | null
    created_at: Date
    key_id: string | null
    key_name: string | null
    operation: string
    before: JSONColumnType<ColumnTypes['audit_records.before']> | null
    after: JSONColumnType<ColumnTypes['audit_records.after']> | null
    request_id: string
    actor_kind: string
    actor_id: string | null
    via: ColumnTypes['audit_records.via'] | null
    address: string | null
  }
  audit_schedules: {
    brand_id: string
    every: ColumnTypes['audit_schedules.every']
    include_link_analysis: boolean
    first_at: Date
    next_at: Date
    last_at: Date | null
    last_job_id: string | null
    last_problem: string | null
    updated_at: Date
  }
  audits: {
    id: string
    brand_id: string
    domain: string
    website: string
    include_link_analysis: boolean
    total_urls: number
    credit_cost: number
    is_free_scan: boolean
    refunded: Generated<boolean>
    state: 'running' | 'completed' | 'failed' | 'cancelled'
    problem: string | null
    pages_found: Generated<number>
    pages_done: Generated<number>
    site: Buffer | null
    runner: string | null
    failures: Generated<number>
    version: string
    created_at: Date
    ended_at: Date | null
    is_partial_estimate: Generated<boolean>
    section_access: JSONColumnType<ColumnTypes['audits.section_access']> | null
  }
  bot_ranges: {
    name: string
    url: string
    fetched_at: Date | null
    etag: string | null
    last_modified: string | null
    networks: string[] | null
    tried_at: Date
    problem: string | null
  }
  brand_analyses: {
    brand_id: string
    run: number
    status: 'running' | 'done' | 'failed'
    error: string | null
    derived_by: string | null
    model: string | null
    model_problem: string | null
    pages: Generated<string[]>
    site_problem: string | null
    documents: Generated<number>
    products_added: Generated<number>
    known_products: Generated<string[]>
    started_at: Date
    ended_at: Date | null
    suggested_aliases: Generated<string[]>
  }
  brand_profiles: {
    brand_id: string
    industry: string | null
    short_description: string | null
    description: string | null
    primary_audience: string | null
    main_market: string | null
    key_features: string[]
    created_at: Date
    updated_at: Date
    set_by: JSONColumnType<ColumnTypes['brand_profiles.set_by']>
  }
  brands: {
    id: string
    workspace_id: string
    name: string
    aliases: string[]
    is_active: boolean
    primary_domain: string | null
    website: string | null
    last_entity: Generated<number>
    last_prompt: Generated<number>
    ingest_seq: Generated<number>
    pending_seq: number | null
    reading_version: number
    created_at: Date
    updated_at: Date
    data_version: Generated<number>
    data_unstable: Generated<boolean>
    erasures: Generated<number>
    visits_seq: Generated<number>
    visits_pending: Generated<boolean>
    pages_seq: Generated<number>
    pages_pending: Generated<boolean>
    pages_version: Generated<number>
    pages_switched_at: Date | null
    pages_tidied_seq: Generated<number>
    opportunities_of: string | null
    counted_tables: Generated<string[]>
    damaged_tables: Generated<string[]>
    alerts_of: string | null
    match_case_sensitive: Generated<boolean>
    match_in_context: Generated<boolean>
    traffic_seq: Generated<number>
    traffic_pending: Generated<boolean>
    excluded_phrases: Generated<string[]>
    visits_compared_until: string | null
  }
  collected_bodies: {
    slot_id: string
    format: string
    body: Buffer
    source: string
    model: string
    city: Generated<string>
  }
  collection_budgets: {
    workspace_id: string
    brand_id: string | null
    monthly_nanos: number
    updated_at: Date
    reached_in: string | null
  }
  collection_lost_requests: {
    attempt_id: string
    workspace_id: string
    brand_id: string
    slot_id: string | null
    source_id: string | null
    engine: string
    month: string
    cost_nanos: number
    reason: string
    lost_at: Date
  }
  collection_plans: {
    brand_id: string
    engine: string
    source_id: string | null
    fallback_source_id: string | null
    countries: string[]
    language: string
    replicates: number
    times_per_day: number | null
    times_per_week: number | null
    tag_ids: string[]
    topic_ids: string[]
    is_active: boolean
    since: Date
    planned_until: Date
    created_at: Date
    updated_at: Date
    start_hour: Generated<number>
    time_zone: Generated<string>
  }
  collection_rounds_told: {
    brand_id: string
    engine: string
    round: Date
  }
  collection_slots: {
    id: string
    brand_id: string
    engine: string
    prompt_id: string
    country: string
    language: string
    replicate: number
    round: Date
    round_end: Date
    planned_at: Date
    state: ColumnTypes['collection_slots.state']
    due_at: Date
    attempts: Generated<number>
    attempt_id: string | null
    source_id: string | null
    submitted_at: Date | null
    task_id: string | null
    task_cost_nanos: number | null
    month: string | null
    reserved_nanos: Generated<number>
    cost_nanos: Generated<number>
    possibly_bought: Generated<number>
    received_at: Date | null
    outcome: string | null
    failure: string | null
    reason: string | null
    latency_ms: number | null
    settled_at: Date | null
    at_risk_nanos: Generated<number>
  }
  collection_spending: {
    workspace_id: string
    brand_id: string
    month: string
    reserved_nanos: Generated<number>
    spent_nanos: Generated<number>
    at_risk_nanos: Generated<number>
  }
  competitor_searches: {
    brand_id: string
    state: string
    looked_at: Date
    start_date: string
    end_date: string
    answers: number
    answers_of_period: number
    answers_naming_brand: number
    model: string | null
    model_problem: string | null
  }
  competitor_suggestions: {
    id: string
    brand_id: string
    name: string
    place: number | null
    answers: number
    answers_with_brand: number
    engines: string[]
    quotes: JSONColumnType<ColumnTypes['competitor_suggestions.quotes']>
    first_seen_at: Date
    last_seen_at: Date
    judgement: 'brand' | 'other' | null
    state: 'open' | 'accepted' | 'dismissed'
    competitor_id: string | null
    created_at: Date
    updated_at: Date
  }
  competitors: {
    id: string
    brand_id: string
    number: number
    name: string
    primary_url: string | null
    domain: string | null
    relation: 'direct_competitor' | 'indirect_competitor' | 'partner'
    aliases: string[]
    is_active: boolean
    is_manual: boolean
    match_case_sensitive: boolean
    match_require_domain: boolean
    match_mode: string
    created_at: Date
    updated_at: Date
    match_in_context: Generated<boolean>
    color: number
    excluded_phrases: Generated<string[]>
  }
  connections: {
    id: string
    brand_id: string
    kind: string
    property: string
    base_url: string
    credential: Buffer
    state: Generated<ColumnTypes['connections.state']>
    problem: string | null
    rows: Generated<number>
    is_thresholded: Generated<boolean>
    last_synced_at: Date | null
    next_sync_at: Date
    created_at: Date
  }
  credit_entries: {
    id: string
    workspace_id: string
    kind: 'grant' | 'charge' | 'refund'
    amount: number
    balance: number
    job_id: string | null
    created_at: Date
  }
  earned_mention_states: {
    brand_id: string
    citation_id: string
    page_number: string
    state: 'in_progress' | 'done' | 'dismissed'
    updated_at: Date
  }
  events: {
    id: string
    workspace_id: string
    brand_id: string | null
    type: string
    data: JSONColumnType<ColumnTypes['events.data']>
    created_at: Date
    dealt_at: Date | null
  }
  experiments: {
    id: string
    brand_id: string
    name: string
    description: string | null
    metric: string
    engines: string[]
    countries: string[]
    started_on: string
    ended_on: string
    days_left_out: number
    baseline_start_on: string
    baseline_end_on: string
    judged_from: string | null
    is_drawn: boolean
    prompts: JSONColumnType<ColumnTypes['experiments.prompts']>
    created_at: Date
    updated_at: Date
    announced_at: Date | null
  }
  export_parts: {
    export_id: string
    run: string
    first_byte: number
    bytes: Buffer
  }
  exports: {
    id: string
    brand_id: string
    person_id: string | null
    kind: ColumnTypes['exports.kind']
    format: ColumnTypes['exports.format']
    filters: JSONColumnType<ColumnTypes['exports.filters']>
    start_date: string
    end_date: string
    state: 'waiting' | 'working' | 'completed' | 'failed'
    run: string | null
    rows: Generated<number>
    bytes: Generated<number>
    done: Generated<number>
    total: number | null
    problem: string | null
    created_at: Date
    finished_at: Date | null
    expires_at: Date | null
    failures: Generated<number>
  }
  first_party_rows: {
    brand_id: string
    kind: string
    report: string
    key: Buffer
    dimensions: JSONColumnType<ColumnTypes['first_party_rows.dimensions']>
    count: number
    imported_at: Date
    day: string | null
    property: string | null
    measures: JSONColumnType<ColumnTypes['first_party_rows.measures']> | null
    is_thresholded: Generated<boolean>
  }
  idempotent_responses: {
    chain_id: string
    method: string
    path: string
    idempotency_key: string
    fingerprint: Buffer
    status: number | null
    body: string | null
    request_id: string | null
    created_at: Date
  }
  ingest_tokens: {
    id: string
    brand_id: string
    name: string
    salt: Buffer
    hash: Buffer
    last_four: string
    created_at: Date
    revoked_at: Date | null
  }
  issue_pages: {
    id: string
    brand_id: string
    issue_id: string
    check_id: string
    page_id: string
    url: string
    title: string | null
    evidence: string[]
    state: 'open' | 'resolved'
    resolved_at: Date | null
    auto_resolved: boolean
    created_at: Date
    first_seen_at: Date
    first_seen_audit: string
    last_seen_at: Date
    last_seen_audit: string
  }
  knowledge_documents: {
    id: string
    brand_id: string
    title: string
    format: 'pdf' | 'html' | 'markdown' | 'docx' | 'rtf' | 'text'
    source: 'file' | 'text' | 'url'
    url: string | null
    status: 'processing' | 'ready' | 'failed'
    error: string | null
    char_count: Generated<number>
    has_text: Generated<boolean>
    pages: number | null
    summary: string | null
    passages: Generated<number>
    terms: Generated<number>
    index_run: Generated<number>
    last_run: Generated<number>
    passes_asked: Generated<number>
    passes_done: Generated<number>
    embedding_model: string | null
    embedding_problem: string | null
    created_at: Date
    updated_at: Date
    summarised_by: string | null
    summary_problem: string | null
    term_rows: number | null
  }
  knowledge_parts: {
    document_id: string
    role: 'source' | 'text'
    position: number
    content: Buffer
  }
  list_prices: {
    kind: ColumnTypes['list_prices.kind']
    model: string
    price: JSONColumnType<ColumnTypes['list_prices.price']>
    updated_at: Date
  }
  lost_rows: {
    brand_id: string
    table_name: string
    day: string
    rows: number
    ids: string
    regained_rows: Generated<number>
    regained_ids: Generated<string>
    noticed_at: Date
  }
  membership_brands: {
    workspace_id: string
    person_id: string
    brand_id: string
  }
  memberships: {
    workspace_id: string
    person_id: string
    role: 'viewer' | 'editor' | 'admin' | 'owner'
    all_brands: boolean
    created_at: Date
  }
  model_suggestions: {
    brand_id: string
    data_version: number
    material_hash: string | null
    looked_at: Date
    model: string | null
    problem: string | null
    suggestions: JSONColumnType<ColumnTypes['model_suggestions.suggestions']>
  }
  notes: {
    id: string
    brand_id: string
    day: string
    text: string
    created_at: Date
  }
  oauth_artifacts: {
    kind: string
    id_hash: Buffer
    payload: JSONColumnType<ColumnTypes['oauth_artifacts.payload']>
    connection_id: string | null
    consumed_at: Date | null
    expires_at: Date
  }
  oauth_clients: {
    id: string
    metadata: JSONColumnType<ColumnTypes['oauth_clients.metadata']>
    created_at: Date
    connected_at: Date | null
  }
  oauth_connections: {
    id: string
    client_id: string
    client_name: string
    client_place: string
    person_id: string
    workspace_id: string
    scopes: string[]
    brand_ids: string[] | null
    created_at: Date
    last_used_at: Date
  }
  one_time_links: {
    id: string
    kind: 'set-up' | 'sign-in' | 'invitation' | 'password'
    token_hash: Buffer
    person_id: string | null
    email: string | null
    workspace_id: string | null
    role: 'viewer' | 'editor' | 'admin' | 'owner' | null
    brand_ids: string[] | null
    created_by: string | null
    created_at: Date
    expires_at: Date
  }
  opportunities: {
    id: string
    brand_id: string
    category: 'content' | 'technical' | 'platform'
    kind: string
    topic_id: string | null
    title: string
    evidence: JSONColumnType<ColumnTypes['opportunities.evidence']>
    reach: number
    state: 'open' | 'done' | 'dismissed'
    cause_gone_at: Date | null
    created_at: Date
    updated_at: Date
    progress: string
    experiment_id: string | null
    owner_id: string | null
    due_on: string | null
  }
  passkey_challenges: {
    token_hash: Buffer | null
    session_id: string | null
    challenge: string
    expires_at: Date
  }
  passkeys: {
    id: string
    person_id: string
    name: string
    credential_id: string
    public_key: Buffer
    counter: number
    created_at: Date
    last_used_at: Date | null
  }
  people: {
    id: string
    email: string
    email_key: string
    name: string
    password_hash: string | null
    totp_secret: Buffer | null
    totp_confirmed_at: Date | null
    totp_last_step: number | null
    issuer: string | null
    subject: string | null
    created_at: Date
    last_signed_in_at: Date | null
  }
  products: {
    id: string
    brand_id: string
    parent_id: string | null
    kind: 'product' | 'service' | 'category'
    name: string
    description: string | null
    created_at: Date
  }
  prompt_tags: {
    prompt_id: string
    tag_id: string
  }
  prompts: {
    id: string
    brand_id: string
    number: number
    text: string
    text_hash: Buffer
    topic_id: string
    category_id: string | null
    countries: string[]
    is_active: boolean
    created_at: Date
    updated_at: Date
  }
  reading_configs: {
    brand_id: string
    version: number
    entities: JSONColumnType<ColumnTypes['reading_configs.entities']>
    read_seq: Generated<number>
    created_at: Date
    reader: number
    reads_raw: Generated<boolean>
  }
  recovery_codes: {
    person_id: string
    hash: Buffer
    used_at: Date | null
  }
  report_mails: {
    id: string
    brand_id: string
    report_id: string | null
    alert_id: string | null
    person_id: string | null
    address: string | null
    state: 'waiting' | 'sent' | 'failed'
    attempts: number
    problem: string | null
    next_at: Date
    created_at: Date
    settled_at: Date | null
  }
  report_recipients: {
    brand_id: string
    person_id: string | null
    address: string | null
    since: Generated<Date>
  }
  report_settings: {
    brand_id: string
    weekly: boolean
    monthly: boolean
    alerts: 'none' | 'falls' | 'all'
    alerts_since: Date
    updated_at: Date
  }
  report_unsubscribes: {
    brand_id: string
    address_key: string
    created_at: Date
  }
  reports: {
    id: string
    brand_id: string
    rhythm: 'week' | 'month' | 'once'
    start_date: string
    end_date: string
    content: JSONColumnType<ColumnTypes['reports.content']>
    created_at: Date
    is_told: Generated<boolean>
    computation: Generated<number>
    corrected_at: Date | null
  }
  schema_migrations: {
    name: string
    applied_at: Date
  }
  secrets: {
    name: string
    value: Buffer
  }
  sessions: {
    id: string
    person_id: string
    token_hash: Buffer
    created_at: Date
    last_used_at: Date
    expires_at: Date
    address: string
    user_agent: string | null
    used_in: JSONColumnType<ColumnTypes['sessions.used_in'], string | undefined>
    passkey_id: string | null
  }
  sources: {
    id: string
    workspace_id: string
    kind: ColumnTypes['sources.kind']
    name: string
    base_url: string
    model: string
    concurrency: number
    requests_per_minute: number
    price: JSONColumnType<ColumnTypes['sources.price']>
    terms_confirmed: boolean
    api_key: Buffer
    paused_reason: string | null
    tokens: Generated<number>
    tokens_at: Date | null
    failures: Generated<number>
    closed_until: Date | null
    created_at: Date
    updated_at: Date
    losses: Generated<number>
    listed_prices: JSONColumnType<ColumnTypes['sources.listed_prices'], string | undefined>
    search: Generated<ColumnTypes['sources.search']>
    city: Generated<string>
  }
  stored_rows: {
    brand_id: string
    table_name: string
    day: string
    rows: number
    ids: string
  }
  tags: {
    id: string
    brand_id: string
    name: string
    slug: string
    color: string | null
    description: string | null
    created_at: Date
  }
  task_file_parts: {
    task_id: string
    number: number
    bytes: Buffer
  }
  tasks: {
    id: string
    workspace_id: string
    brand_id: string | null
    person_id: string | null
    address: string | null
    operation: string
    input: JSONColumnType<ColumnTypes['tasks.input']>
    state: 'receiving' | 'waiting' | 'working' | 'done' | 'failed' | 'canceled'
    done: Generated<number>
    total: number | null
    unit: string | null
    file_bytes: Generated<number>
    result: JSONColumnType<ColumnTypes['tasks.result']> | null
    error: JSONColumnType<ColumnTypes['tasks.error']> | null
    created_at: Date
    finished_at: Date | null
    starts: Generated<number>
  }
  topics: {
    id: string
    brand_id: string
    parent_id: string | null
    name: string
    created_at: Date
  }
  traffic_goals: {
    id: string
    brand_id: string
    name: string
    path: string
    value: number | null
    created_at: Date
  }
  usage_rollups: {
    day: string
    rolled_at: Date
  }
  visibility_alerts: {
    id: string
    brand_id: string
    engine: string
    country: string
    direction: 'up' | 'down'
    since: string
    raised_on: string
    raised_at: Date
    share_before: number
    share_after: number
    model_before: string | null
    model_after: string | null
    evidence: JSONColumnType<ColumnTypes['visibility_alerts.evidence']>
    state: 'open' | 'acknowledged' | 'closed'
    updated_at: Date
    found_at: Generated<Date>
  }
  webhook_deliveries: {
    id: string
    webhook_id: string
    event_id: string
    sequence: number
    body: string
    status: 'waiting' | 'delivered' | 'failed'
    attempts: Generated<number>
    queued_at: Date
    next_attempt_at: Date
    attempted_at: Date | null
    response_status: number | null
    duration_ms: number | null
    problem: string | null
    created_at: Date
  }
  webhooks: {
    id: string
    workspace_id: string
    name: string
    kind: 'standard' | 'slack'
    url: string
    secret: Buffer
    secret_made_at: Date
    former_secret: Buffer | null
    former_until: Date | null
    events: string[]
    last_sequence: Generated<number>
    off_at: Date | null
    off_reason: string | null
    failing_since: Date | null
    is_slow: Generated<boolean>
    tried_at: Date | null
    created_at: Date
    updated_at: Date
  }
  workspaces: {
    id: string
    name: string
    api_access: boolean
    api_writes: boolean
    brand_knowledge: boolean
    credits: number
    created_at: Date
    updated_at: Date
    second_factor_required: Generated<boolean>
  }
  writing_styles: {
    id: string
    brand_id: string
    surface: 'content' | 'social'
    channel: 'reddit' | 'linkedin' | null
    name: string
    name_key: string
    is_default: boolean
    sort_order: number
    tone_of_voice: JSONColumnType<ColumnTypes['writing_styles.tone_of_voice']>
    writing_rules: JSONColumnType<ColumnTypes['writing_styles.writing_rules']>
    heading_case_style: ColumnTypes['writing_styles.heading_case_style']
    translation_formality: ColumnTypes['writing_styles.translation_formality'] | null
    competitor_statistics_mode: ColumnTypes['writing_styles.competitor_statistics_mode'] | null
    english_variant: ColumnTypes['writing_styles.english_variant'] | null
    language_overrides: JSONColumnType<ColumnTypes['writing_styles.language_overrides']>
    created_at: Date
    updated_at: Date
  }
}
