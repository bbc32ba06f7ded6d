import {
  type ConfigOf,
  oneOf,
  optional,
  optionalBaseUrl,
  optionalInteger,
  type Section,
  variable,
} from '../../lib/environment.ts'

export const config = {
  ANSWER_RETENTION_DAYS: variable(
    optionalInteger(1, 36_500),
    '',
    'Days that answers are kept, counted from their execution; for good where not set',
  ),
  RAW_RETENTION_DAYS: variable(
    optionalInteger(1, 36_500),
    '',
    'Days that raw bodies of providers are kept, counted from their execution; as long as their answers where not set',
  ),
  SENTIMENT_PROVIDER: variable(
    oneOf('offline', 'openai', 'openai-compatible', 'anthropic', 'google'),
    'offline',
    'Who judges sentiment: the offline lexicon or a language model',
  ),
  SENTIMENT_MODEL: variable(optional, '', 'Name of the language model that judges sentiment'),
  SENTIMENT_BASE_URL: variable(optionalBaseUrl, '', 'Address of an OpenAI-compatible server'),
  SENTIMENT_API_KEY: variable(optional, '', 'Key for the language model'),
} satisfies Section

declare module '../../kernel/config.ts' {
  interface Config extends ConfigOf<typeof config> {}
}
