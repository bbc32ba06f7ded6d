import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { refused, stylesOfBrand } from '../../testing/writing-styles/styles-of-brand.ts'

const { fixture, post, listed } = stylesOfBrand()

describe('rejects a malformed style and names the field', () => {
  const faults: [name: string, body: object, message: string | RegExp][] = [
    ['no surface', { name: 'x' }, 'surface is required: one of content, social'],
    ['an unknown surface', { surface: 'quora', name: 'x' }, 'surface must be one of content, social'],
    ['a null surface', { surface: null, name: 'x' }, 'surface must be one of'],
    ['no channel', { surface: 'social', name: 'x' }, 'channel is required for a social style: one of reddit, linkedin'],
    ['quora', { surface: 'social', channel: 'quora', name: 'x' }, 'channel must be one of reddit, linkedin'],
    ['channel hackernews', { surface: 'social', channel: 'hackernews', name: 'x' }, 'channel must be one of'],
    ['a channel for content', { surface: 'content', channel: 'reddit', name: 'x' }, 'channel must be omitted'],
    ['a null channel', { surface: 'content', channel: null, name: 'x' }, 'channel must be one of'],
    ['no name', { surface: 'content' }, 'name is required: text'],
    ['an id', { surface: 'content', name: 'x', id: randomUUID() }, 'unknown "id"'],
    ['a sort order', { surface: 'content', name: 'x', sort_order: 3 }, 'unknown "sort_order"'],
    [
      'a generation status',
      { surface: 'content', name: 'x', tone_generation_status: null },
      'unknown "tone_generation_status"',
    ],
  ]
  const inContent: [name: string, fields: object, message: string][] = [
    ['a blank name', { name: ' \u3000' }, 'name must be text from 1 to 60 characters'],
    ['a long name', { name: 'x'.repeat(61) }, 'name must be text from 1 to 60 characters'],
    ['NUL in the name', { name: 'a\u0000b' }, 'name must not contain NUL or lone surrogates'],
    ['a lone surrogate in the name', { name: 'a\ud800' }, 'name must not contain NUL or lone surrogates'],
    ['a number as name', { name: 1 }, 'name must be text'],
    ['a text as tone', { tone_of_voice: 'Bold' }, 'tone_of_voice must be an object'],
    ['a null tone', { tone_of_voice: null }, 'tone_of_voice must be an object'],
    ['an unknown tone field', { tone_of_voice: { mood: 'x' } }, 'unknown "mood" in tone_of_voice'],
    [
      'unknown preset',
      { tone_of_voice: { presets: ['Bold', 'bold'] } },
      'tone_of_voice.presets.1 must be one of Expert',
    ],
    [
      'NUL in a tone',
      { tone_of_voice: { custom_tones: ['\u0000'] } },
      'tone_of_voice.custom_tones.0 must not contain NUL',
    ],
    [
      'a long tone',
      { tone_of_voice: { custom_tones: ['x'.repeat(201)] } },
      'tone_of_voice.custom_tones.0 must be text',
    ],
    [
      'too many tones',
      { tone_of_voice: { custom_tones: Array(51).fill('x') } },
      'tone_of_voice.custom_tones must be a list',
    ],
    [
      'a long description',
      { tone_of_voice: { description: 'x'.repeat(5001) } },
      'tone_of_voice.description must be text',
    ],
    ['null description', { tone_of_voice: { description: null } }, 'tone_of_voice.description must be text'],
    ['a rule as text', { writing_rules: { always_do: 'x' } }, 'writing_rules.always_do must be a list'],
    ['a long rule', { writing_rules: { never_do: ['x'.repeat(1001)] } }, 'writing_rules.never_do.0 must be text'],
    ['unknown rules', { writing_rules: { sometimes: [] } }, 'unknown "sometimes" in writing_rules'],
    ['unknown case', { heading_case_style: 'upper' }, 'heading_case_style must be one of sentence, title'],
    [
      'unknown formality',
      { translation_formality: 'more' },
      'translation_formality must be one of default, prefer_more, prefer_less',
    ],
    [
      'an unknown statistics mode',
      { competitor_statistics_mode: true },
      'competitor_statistics_mode must be one of ask, include, exclude',
    ],
    ['an unknown English variant', { english_variant: 'au' }, 'english_variant must be one of us, uk'],
    ['a null English variant', { english_variant: null }, 'english_variant must be one of us, uk'],
    ['a text as is_default', { is_default: 'true' }, 'is_default must be true or false'],
    ['language overrides', { language_overrides: {} }, 'language_overrides applies only to social styles'],
  ]
  const inSocial: [name: string, fields: object, message: string | RegExp][] = [
    ['a case', { heading_case_style: 'sentence' }, 'heading_case_style applies only to content styles'],
    ['a formality', { translation_formality: 'default' }, 'translation_formality applies only to content styles'],
    [
      'a statistics mode',
      { competitor_statistics_mode: 'ask' },
      'competitor_statistics_mode applies only to content styles',
    ],
    [
      'an English variant',
      { english_variant: 'us' },
      /^english_variant applies only to content styles.*language_overrides\.en$/,
    ],
    ['null overrides', { language_overrides: null }, 'language_overrides must be an object'],
    ['a list of overrides', { language_overrides: [] }, 'language_overrides must be an object'],
    ['a locale', { language_overrides: { 'en-GB': {} } }, 'unknown "en-GB" in language_overrides'],
    ['an upper-case language', { language_overrides: { EN: {} } }, 'unknown "EN" in language_overrides'],
    ['an unknown language', { language_overrides: { de: {}, xx: {} } }, 'unknown "xx" in language_overrides'],
    [
      'a prototype',
      { language_overrides: JSON.parse('{"__proto__":{}}') },
      'unknown "__proto__" in language_overrides',
    ],
    ['constructor', { language_overrides: { constructor: {} } }, 'unknown "constructor" in language_overrides'],
    ['a text as override', { language_overrides: { de: 'Sie' } }, 'language_overrides.de must be an object'],
    ['a null override', { language_overrides: { de: null } }, 'language_overrides.de must be an object'],
    [
      'an unknown override field',
      { language_overrides: { de: { tone: 'x' } } },
      'unknown "tone" in language_overrides.de',
    ],
    [
      'an unknown override formality',
      { language_overrides: { de: { formality: 'x' } } },
      'language_overrides.de.formality must be one of default',
    ],
    [
      'a long override nuance',
      { language_overrides: { de: { nuance: 'x'.repeat(1001) } } },
      'language_overrides.de.nuance must be text',
    ],
    [
      'NUL in an override nuance',
      { language_overrides: { de: { nuance: '\u0000' } } },
      'language_overrides.de.nuance must not contain NUL',
    ],
    [
      'an override rule that is a number',
      { language_overrides: { de: { always_do: [1] } } },
      'language_overrides.de.always_do.0 must be text',
    ],
    [
      'an unknown override English variant',
      { language_overrides: { en: { english_variant: 'au' } } },
      'language_overrides.en.english_variant must be one of us, uk',
    ],
  ]
  const all = [
    ...faults,
    ...inContent.map(
      ([name, fields, message]) => [name, { surface: 'content', name: 'x', ...fields }, message] as const,
    ),
    ...inSocial.map(
      ([name, fields, message]) =>
        [`${name} (social)`, { surface: 'social', channel: 'reddit', name: 'x', ...fields }, message] as const,
    ),
  ]

  it.each(all)('%s', async (_, body, message) => {
    const expected = typeof message === 'string' ? expect.stringContaining(message) : expect.stringMatching(message)
    expect(await refused(post(body))).toEqual([400, 'invalid_request', expected])
    expect(await listed()).toEqual([])
  })

  it('a body that is not an object, and fields in the query', async () => {
    expect(await refused(post('[]'))).toEqual([400, 'invalid_request', 'the body must be a JSON object'])
    const { app, brandId, key } = fixture()
    const { status } = await app.send('POST', `/v1/brands/${brandId}/writing-styles?surface=content`, key, {
      headers: { 'content-type': 'application/json', 'idempotency-key': 'q' },
      body: JSON.stringify({ surface: 'content', name: 'x' }),
    })
    expect(status).toBe(400)
  })
})
