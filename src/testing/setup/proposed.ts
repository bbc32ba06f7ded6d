import { pageOf } from '../fixture-site.ts'

const things =
  'trail boots, rain jackets, wool socks, climbing ropes, camping stoves, winter gloves, head lamps, water bottles, ' +
  'sleeping mats, hiking poles, snow shoes, dry bags, bear spray, summer tents, rescue knives, solar chargers, ' +
  'map cases, fleece hats, foot powder, bike racks, wool blankets, canoe paddles, tree hammocks, bug nets, ' +
  'fire starters, rope bridges, ski goggles, beach towels, steel cups'

/** A page with text about the brand of tests. */
export const sitePage = (text: string) =>
  pageOf('Acme', ['/about'], `<title>Acme</title>`).replace('</h1>', `</h1><p>${text}</p>`)
export const englishText =
  'Acme has made boots for the mountains since 1900. We sew them by hand and repair them for as long as they last. ' +
  'Our shops in Denver and Boulder fit them to your feet, and you can return them within a year.'
export const germanText =
  'Acme ist seit 1900 für die Berge da. Wir nähen die Stiefel von Hand und reparieren sie, so lange sie halten. ' +
  'In den Läden in Bern und Köln kann man sie anprobieren, und sie sind für ein Jahr mit einer Garantie versehen.'

/** The proposal of a useful model, as its answer has it. */
export const proposed = () => ({
  name: 'Acme',
  aliases: ['Acme Boots', 'Globex'],
  domains: ['acme.de', 'elsewhere.com'],
  country: 'US',
  language: 'en',
  competitors: [
    { name: 'Globex', domain: 'https://www.globex.com/shop', reason: 'Also sells boots' },
    { name: 'Initech', domain: 'initech.com', reason: 'Cheaper boots' },
  ],
  prompts: [
    {
      text: 'Is Acme a good choice for hikers?',
      topic: 'Boots',
      intents: ['purchase'],
      reason: 'Before they buy',
    },
    ...things.split(', ').map((thing, place) => ({
      text: `Which ${thing} do experts recommend?`,
      topic: place % 2 === 0 ? 'Boots' : 'Clothes',
      intents: ['research', 'nonsense'],
      reason: 'They compare',
    })),
  ],
})

/** Whether a question to the emulated provider is the request for a proposal. */
export const isSetUpRequest = (prompt: string) => prompt.startsWith('You set up')
