import { demoBrand } from './workspace.ts'

/** What an analysis of the brand’s web site would have found, as a profile file has it. */
export const demoProfile = {
  name: demoBrand.name,
  aliases: demoBrand.aliases,
  industry: 'Espresso machines for the home',
  short_description: 'Italian-style espresso machines that are built to be repaired.',
  description:
    'Calvenzo makes espresso machines and grinders for people who want café quality at home. Its machines are known for stable ' +
    'brewing temperature and a service that keeps spare parts for fifteen years. The range goes from the compact Canto Slim to ' +
    'the dual-boiler Duo 60; the Aurea, launched this season, brings its temperature control to beginners.',
  primary_audience: 'Home baristas who buy their first or second serious machine',
  main_market: 'Germany',
  key_features: [
    'Brewing temperature held within half a degree',
    'Spare parts for fifteen years',
    'Workshops in four countries',
    'Machined brass groups',
    'Five-year warranty',
  ],
}

interface ProductLine {
  name: string
  kind: 'product' | 'service' | 'category'
  parent?: string[]
  description: string
}

const machines = 'Espresso machines'
const automatic = 'Fully automatic machines'
const grinders = 'Grinders'
const service = 'Service'

/** The lines of a products file, what holds others before what it holds. */
export const demoProducts: ProductLine[] = [
  { name: machines, kind: 'category', description: 'Machines with a portafilter' },
  {
    name: 'Aurea',
    kind: 'product',
    parent: [machines],
    description: 'For beginners, with the temperature control of the larger machines',
  },
  { name: 'Canto', kind: 'product', parent: [machines], description: 'The classic single boiler' },
  {
    name: 'Canto Slim',
    kind: 'product',
    parent: [machines],
    description: 'A Canto that is 19 cm wide, for small kitchens',
  },
  {
    name: 'Duo 60',
    kind: 'product',
    parent: [machines],
    description: 'Dual boiler with a rotary pump, for milk drinks one after another',
  },
  { name: automatic, kind: 'category', description: 'Machines that grind, brew and froth by themselves' },
  {
    name: 'Vera',
    kind: 'product',
    parent: [automatic],
    description: 'Bean to cup, with a brewing unit to take out',
  },
  { name: grinders, kind: 'category', description: 'Grinders for espresso' },
  { name: 'Macina', kind: 'product', parent: [grinders], description: 'Flat burrs of 55 mm, stepless' },
  { name: service, kind: 'category', description: 'What keeps a machine running' },
  {
    name: 'Overhaul',
    kind: 'service',
    parent: [service],
    description: 'New seals, descaled and measured, in a week',
  },
  { name: 'Spare parts', kind: 'service', parent: [service], description: 'Every part, for fifteen years' },
]
