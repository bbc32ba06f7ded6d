import type { ExpectedAnswer } from './expected-answer.ts'

const grounding = '@candidates[0].groundingMetadata'
const annotation = '@steps[1].content[0].annotations'
const common = { format: 'gemini', outcome: 'answered', engine: 'gemini', surface: 'api' } as const

export const googleRecordings: Record<string, ExpectedAnswer> = {
  'google-gemini/pydantic-ai__test_google_model_web_search_tool.0.json': {
    ...common,
    text: ['@candidates[0].content.parts[0].text'],
    // Each text except the first follows a degree sign: bytes and characters differ.
    cited: [
      [
        `${grounding}.groundingChunks[0].web.uri`,
        'Weather information for San Francisco, CA, US',
        '**San Francisco, CA** - Residents and visitors in San Francisco are experiencing a mild Tuesday, with partly cloudy skies and temperatures hovering around 69°F.',
      ],
      [
        `${grounding}.groundingChunks[1].web.uri`,
        'weather.gov',
        'According to the latest weather reports, the forecast for the remainder of the day is expected to be sunny, with highs ranging from the mid-60s to the lower 80s.',
      ],
      [
        `${grounding}.groundingChunks[2].web.uri`,
        'wunderground.com',
        'Winds are predicted to come from the west at 10 to 15 mph.',
      ],
    ],
    queries: ['weather in San Francisco today'],
    search: 'searched',
    model: 'gemini-2.5-pro',
    usage: [136, 414, 1],
    taskId: 'btnJaOrqE4_6qtsP7bOboQs',
  },
  // An Interaction, despite its name.
  'google-gemini/vercel-ai__google-search.json': {
    ...common,
    text: ['@steps[1].content[0].text'],
    cited: [
      [
        `${annotation}[0].url`,
        'marketingprofs.com',
        'The platform supports various buying models and integrates with major advertising and ad-tech firms.',
      ],
      [
        `${annotation}[10].url`,
        'sap.com',
        '*   **SAP Unveils the Autonomous Enterprise and Business AI Platform** (May 12-13, 2026): SAP announced the "Autonomous Enterprise" and unveiled a new Business AI Platform, aiming to embed AI into core business processes.',
      ],
      [
        `${annotation}[12].url`,
        'youtube.com',
        '*   **Microsoft Agent 365 Goes GA; OpenAI Ships GPT-5.5 Instant** (May 8, 2026 - reported May 9, 2026): Microsoft Agent 365 reached General Availability, providing cross-cloud agent governance.',
      ],
      [
        `${annotation}[16].url`,
        'etcjournal.com',
        '*   **Meta AI Unveils TRIBE v2 Brain Predictive Foundation Model** (March 26, 2026, with continued traction in May 2026): While unveiled earlier, Meta AI\'s TRIBE v2, a predictive foundation model designed as a "digital twin of human neural activity," continued to gain traction.',
      ],
    ],
    queries: ['notable AI developments May 8-15 2026', 'AI news this week May 2026'],
    search: 'searched',
    model: 'gemini-2.5-flash',
    usage: [151, 1222, 2],
    taskId: 'v1_ChdiR3NIYXFQU0JLdUxtdGtQblltMHlRRRIXYkdzSGFxUFNCS3VMbXRrUG5ZbTB5UUU',
    executedAt: '2026-05-15T18:52:36.000Z',
  },
  'google-gemini/vercel-ai__google-text.json': {
    ...common,
    text: ["There are **3** r's in strawberry.\n\nHere is the breakdown: st**r**awbe**rr**y."],
    search: 'not_searched',
    model: 'gemini-3-pro-preview',
    usage: [9, 272, 0],
    taskId: 'Un6LacrVMcjUxs0PmJfWoQc',
  },
}
