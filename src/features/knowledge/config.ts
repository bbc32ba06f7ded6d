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
  KNOWLEDGE_MAX_MEGABYTES: variable(integer(1, 200), '20', 'Largest knowledge document that is taken'),
  KNOWLEDGE_MAX_DOCUMENTS: variable(integer(1, 10_000), '500', 'Knowledge documents that a brand may have'),
  KNOWLEDGE_MAX_PAGES: variable(integer(1, 1_000_000), '5000', 'Most pages of a PDF that is read'),
  KNOWLEDGE_READ_SECONDS: variable(
    integer(1, 3600),
    '120',
    'Time that reading a knowledge document may take; one that takes longer fails',
  ),
  KNOWLEDGE_READ_MEGABYTES: variable(
    integer(50, 100_000),
    '1000',
    'Memory that reading a knowledge document may take, in a process of its own',
  ),
  KNOWLEDGE_EMBEDDING_PROVIDER: variable(
    oneOf('none', 'openai', 'openai-compatible', 'google'),
    'none',
    'Who embeds knowledge documents, so that they are found by meaning as well as by words',
  ),
  KNOWLEDGE_EMBEDDING_MODEL: variable(optional, '', 'Name of the embedding model'),
  KNOWLEDGE_EMBEDDING_BASE_URL: variable(
    optionalBaseUrl,
    '',
    'Address of an OpenAI-compatible server for embeddings',
  ),
  KNOWLEDGE_EMBEDDING_API_KEY: variable(optional, '', 'Key for the embedding model'),
  KNOWLEDGE_MODEL_PROVIDER: variable(
    oneOf('none', 'openai', 'openai-compatible', 'anthropic', 'google'),
    'none',
    'Which language model summarises knowledge documents, derives profiles and suggests prompts; without one sentences are chosen, profiles hold what pages declare, and prompts are suggested from what is stored',
  ),
  KNOWLEDGE_MODEL: variable(optional, '', 'Name of that language model'),
  KNOWLEDGE_MODEL_BASE_URL: variable(optionalBaseUrl, '', 'Address of an OpenAI-compatible server for it'),
  KNOWLEDGE_MODEL_SECONDS: variable(
    integer(1, 3600),
    '60',
    'Time that it has for each answer; without one by then the work is done without it',
  ),
  KNOWLEDGE_MODEL_API_KEY: variable(optional, '', 'Key for it'),
} satisfies Section

declare module '../../kernel/config.ts' {
  interface Config extends ConfigOf<typeof config> {}
}
