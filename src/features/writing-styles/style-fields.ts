import { z } from 'zod'
import { nameList, nameText, trimmedText } from '../../kernel/fields.ts'

/** ISO 639-1 codes, without withdrawn ones (such as bh and sh). */
const languageCodes: readonly string[] = (
  'aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo ' +
  'es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka ' +
  'kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng ' +
  'nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su ' +
  'sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu'
).split(' ')

export const surface = z.enum(['content', 'social'])
export const channel = z.enum(['reddit', 'linkedin'])

export const tonePreset = z.enum([
  'Expert',
  'Conversational',
  'Confident',
  'Educational',
  'Bold',
  'Empathetic',
  'Direct',
  'Approachable',
  'Storytelling',
])

export const headingCaseStyle = z.enum(['sentence', 'title'])
export const formality = z.enum(['default', 'prefer_more', 'prefer_less'])
export const statisticsMode = z.enum(['ask', 'include', 'exclude'])
export const englishVariant = z.enum(['us', 'uk'])

const ruleList = nameList(50, 1000).default([])

/** The rules for one language. */
export const overrideSchema = z.strictObject({
  formality: formality.nullable().default(null),
  nuance: trimmedText(1, 1000).nullable().default(null),
  always_do: ruleList,
  never_do: ruleList,
  english_variant: englishVariant.nullable().default(null),
})

const { $schema: _, ...overrideJson } = z.toJSONSchema(overrideSchema, { io: 'input' })

/** Lists each code, so that errors name the field below it. The JSON Schema describes the overrides once. */
const overridesSchema = z
  .strictObject(Object.fromEntries(languageCodes.map((code) => [code, overrideSchema.optional()])))
  .meta({
    properties: {},
    propertyNames: { enum: languageCodes },
    additionalProperties: overrideJson,
  })

/** The fields of a style, except its scope. Objects are replaced as a whole: omitted properties are empty. */
export const styleFields = {
  name: nameText(60).describe('Unique in its scope, ignoring case.'),
  tone_of_voice: z
    .strictObject({
      presets: z
        .array(tonePreset)
        .transform((presets) => [...new Set(presets)])
        .default([]),
      custom_tones: nameList(50).default([]),
      description: trimmedText(0, 5000).default(''),
    })
    .describe('presets, up to 50 custom_tones of 200 characters, and a description of up to 5000 characters.'),
  writing_rules: z
    .strictObject({ always_do: ruleList, never_do: ruleList })
    .describe('always_do and never_do, each with up to 50 rules of 1000 characters.'),
  heading_case_style: headingCaseStyle.describe('Content styles only. Defaults to sentence.'),
  translation_formality: formality.describe('Content styles only.'),
  competitor_statistics_mode: statisticsMode.describe('Content styles only.'),
  english_variant: englishVariant.describe('Content styles only. Social styles use language_overrides.en.'),
  language_overrides: overridesSchema.describe(
    'Social styles only. By ISO 639-1 code, each with formality, nuance (up to 1000 characters), always_do, never_do and english_variant.',
  ),
  is_default: z
    .boolean()
    .describe('Makes it the default of its scope. The first style of a scope always is the default.'),
}
