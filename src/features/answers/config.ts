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
    'Days to keep answers after their execution; unset keeps them forever',
  ),
  RAW_RETENTION_DAYS: variable(
    optionalInteger(1, 36_500),
    '',
    'Days to keep raw responses after execution; unset keeps them as long as their answers',
  ),
  SENTIMENT_PROVIDER: variable(
    oneOf('offline', 'openai', 'openai-compatible', 'anthropic', 'google'),
    'offline',
    'Source of sentiment scores: the offline lexicon or a language model',
  ),
  SENTIMENT_MODEL: variable(optional, '', 'Name of the language model for sentiment'),
  SENTIMENT_BASE_URL: variable(optionalBaseUrl, '', 'Base URL of an OpenAI-compatible server'),
  SENTIMENT_API_KEY: variable(optional, '', 'API key for the language model'),
} satisfies Section

declare module '../../kernel/config.ts' {
  interface Config extends ConfigOf<typeof config> {}
}
