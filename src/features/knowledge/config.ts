import {
  type ConfigOf,
  integer,
  oneOf,
  optional,
  optionalBaseUrl,
  type Section,
  variable,
} from '../../lib/environment.ts'

export const config = {
  KNOWLEDGE_MAX_MEGABYTES: variable(integer(1, 200), '20', 'Maximum size of a knowledge document'),
  KNOWLEDGE_MAX_DOCUMENTS: variable(integer(1, 10_000), '500', 'Maximum knowledge documents per brand'),
  KNOWLEDGE_MAX_PAGES: variable(integer(1, 1_000_000), '5000', 'Maximum pages of a PDF'),
  KNOWLEDGE_READ_SECONDS: variable(
    integer(1, 3600),
    '120',
    'Time limit for reading a knowledge document; longer ones fail',
  ),
  KNOWLEDGE_READ_MEGABYTES: variable(
    integer(50, 100_000),
    '1000',
    'Memory limit of the process that reads a knowledge document',
  ),
  KNOWLEDGE_EMBEDDING_PROVIDER: variable(
    oneOf('none', 'openai', 'openai-compatible', 'google'),
    'none',
    'Embedding provider for knowledge documents; enables search by meaning',
  ),
  KNOWLEDGE_EMBEDDING_MODEL: variable(optional, '', 'Name of the embedding model'),
  KNOWLEDGE_EMBEDDING_BASE_URL: variable(optionalBaseUrl, '', 'URL of an OpenAI-compatible server for embeddings'),
  KNOWLEDGE_EMBEDDING_API_KEY: variable(optional, '', 'API key for the embedding model'),
  KNOWLEDGE_MODEL_PROVIDER: variable(
    oneOf('none', 'openai', 'openai-compatible', 'anthropic', 'google'),
    'none',
    'Provider of the language model that summarizes knowledge documents, derives profiles, suggests prompts and writes drafts. none: extracted sentences, facts declared on pages, suggestions from stored data, and no drafts',
  ),
  KNOWLEDGE_MODEL: variable(optional, '', 'Name of the language model'),
  KNOWLEDGE_MODEL_BASE_URL: variable(optionalBaseUrl, '', 'URL of an OpenAI-compatible server for the language model'),
  KNOWLEDGE_MODEL_SECONDS: variable(
    integer(1, 3600),
    '60',
    'Time limit per response of the language model; on timeout, Sightline continues without it',
  ),
  KNOWLEDGE_MODEL_API_KEY: variable(optional, '', 'API key for the language model'),
} satisfies Section

declare module '../../kernel/config.ts' {
  interface Config extends ConfigOf<typeof config> {}
}
