/**
 * The fictional world of the demonstration: a maker of espresso machines and those it competes with. All names are
 * invented. All domains, also those of the cited sites, end in `.example` (reserved by RFC 2606): whatever the service
 * later fetches or a reader clicks can never reach a stranger's site, which a made-up name under `.com` might.
 */
export interface DemoBrand {
  name: string
  domain: string
  aliases: string[]
}

export interface DemoCompetitor {
  name: string
  primary_url: string
  aliases: string[]
  relation: 'direct_competitor' | 'indirect_competitor' | 'partner'
  match_case_sensitive?: boolean
}

export interface DemoTag {
  name: string
  color: string
  description: string
}

export const demoWorkspace: { name: string } = { name: 'Calvenzo (demonstration)' }

export const demoBrand: DemoBrand = {
  name: 'Calvenzo',
  domain: 'calvenzo.example',
  aliases: ['Calvenso', 'Calvenzo Espresso'],
}

export const demoCompetitors: DemoCompetitor[] = [
  {
    name: 'Officine Sartella',
    primary_url: 'https://www.sartella.example/',
    aliases: ['Sartella'],
    relation: 'direct_competitor',
  },
  {
    // An ordinary word: answers also speak of a wooden plinth under a machine.
    name: 'Plinth',
    primary_url: 'https://plinth-espresso.example/',
    aliases: ['Plinth Espresso'],
    relation: 'direct_competitor',
    match_case_sensitive: true,
  },
  {
    name: 'Penhollow & Drake',
    primary_url: 'https://www.penhollowdrake.example/',
    aliases: ['Penhollow and Drake', 'Penhollow'],
    relation: 'direct_competitor',
  },
  {
    name: 'Maison Vaudrel',
    primary_url: 'https://www.maison-vaudrel.example/',
    aliases: ['Vaudrel'],
    relation: 'direct_competitor',
  },
  {
    name: 'Dornbrück',
    primary_url: 'https://www.dornbrueck.example/',
    aliases: ['Dornbruck', 'Dornbrueck'],
    relation: 'direct_competitor',
  },
  {
    name: 'Yuvenka',
    primary_url: 'https://yuvenka.example/',
    aliases: [],
    relation: 'direct_competitor',
  },
  {
    name: 'Dosetta',
    primary_url: 'https://www.dosetta.example/',
    aliases: [],
    relation: 'indirect_competitor',
  },
  {
    name: 'Kvarnholt',
    primary_url: 'https://kvarnholt.example/',
    aliases: [],
    relation: 'partner',
  },
]

export const demoTags: DemoTag[] = [
  { name: 'core', color: 'blue', description: 'The questions that sell most machines' },
  { name: 'high intent', color: 'green', description: 'Asked by people about to buy' },
  { name: 'branded', color: 'violet', description: 'Names a brand in the question itself' },
  { name: 'comparison', color: 'amber', description: 'Weighs one option against another' },
  { name: 'b2b', color: 'slate', description: 'Offices and other businesses' },
  { name: 'informational', color: 'teal', description: 'Care, repair and background; no purchase in sight' },
]

/** Days before `today` on which the brand launched its new machine, and on which a competitor announced a recall. */
export const launchDaysAgo = 35
export const recallDaysAgo = 20

/** What a reader can find in the answers. The first six are checked by the tests, in this order. */
export const stories: string[] = [
  'Launch: Calvenzo launched the Aurea 35 days ago; its visibility on Perplexity roughly doubles within two weeks, while other engines hardly move.',
  'Recall: Penhollow & Drake recalled machines 20 days ago; it is named about as often as before, but its sentiment falls sharply, least of all on Claude.',
  'Weak market: in France Calvenzo is named in far fewer answers than elsewhere, and Maison Vaudrel leads there.',
  'Lost topic: Dornbrück leads "Fully Automatic Machines" by far; Calvenzo is a side note in it.',
  'Newcomer: Yuvenka rises steadily, from almost nothing 90 days ago to the level of established brands, slowest on Claude.',
  'Rhythm: far fewer answers on Saturdays and Sundays than on working days.',
  'Strongholds: Officine Sartella leads the prosumer prompts, Plinth those about small kitchens, Kvarnholt (a partner) those about grinders.',
  'A common word: "plinth" in lower case is furniture, which is why the competitor Plinth is matched with its case.',
]
