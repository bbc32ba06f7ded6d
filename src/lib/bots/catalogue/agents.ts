import type { AiBot } from '../bot.ts'
import { aiRobotsTxt, crawlerUserAgents } from './lists.ts'

/** Browsers and tools that act on pages for whoever runs them; most come from any address. */
export const agents: readonly AiBot[] = [
  {
    name: 'Anchor Browser',
    operator: 'Anchor',
    category: 'other',
    purpose: 'agent',
    verification: { signatureAgent: 'https://api.anchorbrowser.io', source: 'https://docs.anchorbrowser.io' },
    source: crawlerUserAgents,
  },
  {
    name: 'Cursor',
    operator: 'Anysphere',
    category: 'other',
    tokens: ['cursor/'],
    purpose: 'agent',
    source: aiRobotsTxt,
  },
  {
    name: 'Devin',
    operator: 'Cognition',
    category: 'other',
    tokens: ['devin/'],
    purpose: 'agent',
    source: 'https://docs.devin.ai/get-started/devin-intro',
  },
  { name: 'Lightpanda', operator: 'Lightpanda', category: 'other', purpose: 'agent', source: aiRobotsTxt },
  {
    name: 'Manus-User',
    operator: 'Butterfly Effect',
    category: 'other',
    purpose: 'agent',
    verification: { signatureAgent: 'https://api.manus.im', source: aiRobotsTxt },
    source: aiRobotsTxt,
  },
  {
    name: 'ModelContextProtocol',
    operator: 'Model Context Protocol',
    category: 'other',
    tokens: ['modelcontextprotocol/'],
    purpose: 'fetch',
    source: 'https://github.com/modelcontextprotocol/servers',
  },
  { name: 'opencode', operator: 'OpenCode', category: 'other', purpose: 'agent', source: aiRobotsTxt },
  { name: 'TwinAgent', operator: 'Twin', category: 'other', purpose: 'agent', source: aiRobotsTxt },
]
