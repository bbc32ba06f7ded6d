import type { CallToolResult, PromptMessage } from '@modelcontextprotocol/server'
import type { OfferedTool, Surface } from '../interfaces/mcp/surface.ts'
import { ApiError } from '../lib/errors.ts'

/*
 * The tools, prompts and resources that the conformance suites expect. Only tests serve them, in place of
 * Sightline's tools behind the same route.
 */

/** A red pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
/** An empty recording. */
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA='

type Content = CallToolResult['content'][number]
const textContent = (text: string): Content => ({ type: 'text', text })
const image: Content = { type: 'image', data: png, mimeType: 'image/png' }
const audio: Content = { type: 'audio', data: wav, mimeType: 'audio/wav' }
const resource = (uri: string, mimeType: string, text: string): Content => ({
  type: 'resource',
  resource: { uri, mimeType, text },
})

const tool = (
  name: string,
  content: Content[],
  inputSchema: OfferedTool['listed']['inputSchema'] = { type: 'object', properties: {} },
): OfferedTool => ({
  listed: { name, description: `Fixture ${name}`, inputSchema },
  operations: [],
  call: async () => ({ content }),
})

const failing: OfferedTool = {
  ...tool('test_error_handling', []),
  async call() {
    throw new ApiError('conflict', 'this tool fails on purpose')
  },
}

const schema2020 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object' as const,
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
}

const user = (content: Content): PromptMessage => ({ role: 'user', content })

const argumentsNamed = (...names: string[]) =>
  names.map((name) => ({ name, description: `Fixture ${name}`, required: true }))

const resources = [
  { uri: 'test://static-text', name: 'static-text', mimeType: 'text/plain' },
  { uri: 'test://static-binary', name: 'static-binary', mimeType: 'image/png' },
]

/** The fixtures of the conformance suites that need no undeclared feature. */
export const conformanceSurface: Surface = {
  instructions: 'Fixtures of the conformance suites.',
  tools: [
    tool('test_simple_text', [textContent('This is a simple text response for testing.')]),
    tool('test_image_content', [image]),
    tool('test_audio_content', [audio]),
    tool('test_embedded_resource', [
      resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
    ]),
    tool('test_multiple_content_types', [
      textContent('Multiple content types test:'),
      image,
      resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ]),
    tool('json_schema_2020_12_tool', [textContent('ok')], schema2020),
    failing,
  ],
  prompts: [
    {
      name: 'test_simple_prompt',
      description: 'Fixture',
      get: async () => ({ messages: [user(textContent('This is a simple prompt for testing.'))] }),
    },
    {
      name: 'test_prompt_with_arguments',
      description: 'Fixture',
      arguments: argumentsNamed('arg1', 'arg2'),
      get: async (_, { arg1, arg2 }) => ({
        messages: [user(textContent(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))],
      }),
    },
    {
      name: 'test_prompt_with_embedded_resource',
      description: 'Fixture',
      arguments: argumentsNamed('resourceUri'),
      get: async (_, { resourceUri = '' }) => ({
        messages: [
          user(resource(resourceUri, 'text/plain', 'Embedded resource content for testing.')),
          user(textContent('Please process the embedded resource above.')),
        ],
      }),
    },
    {
      name: 'test_prompt_with_image',
      description: 'Fixture',
      get: async () => ({ messages: [user(image), user(textContent('Please analyze the image above.'))] }),
    },
  ],
  resources,
  templates: [{ name: 'template', uriTemplate: 'test://template/{id}/data', mimeType: 'application/json' }],
  async readResource(_, uri) {
    const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1]
    if (id !== undefined)
      return [
        {
          uri,
          mimeType: 'application/json',
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
        },
      ]
    if (uri === 'test://static-text')
      return [{ uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }]
    return uri === 'test://static-binary' ? [{ uri, mimeType: 'image/png', blob: png }] : undefined
  },
}
