/** Keys of the brand and its competitors in the generator's tables. */
export const entityKeys = [
  'calvenzo',
  'sartella',
  'plinth',
  'penhollow',
  'vaudrel',
  'dornbrueck',
  'yuvenka',
  'kvarnholt',
  'dosetta',
] as const
export type EntityKey = (typeof entityKeys)[number]

/** What a prompt is about, finer than its topic: decides who is named and what is said. */
export const areas = [
  'entry',
  'prosumer',
  'compact',
  'automatic',
  'office',
  'grinder',
  'reliability',
  'repair',
  'energy',
  'descaling',
  'capsules',
] as const
export type Area = (typeof areas)[number]

export const aspects = [
  'temperature',
  'steam',
  'taste',
  'build',
  'design',
  'price',
  'running',
  'ease',
  'size',
  'noise',
  'heatup',
  'service',
  'repair',
  'reliability',
  'cleaning',
  'milk',
  'app',
  'grind',
  'retention',
  'energy',
  'capacity',
  'waste',
  'launch',
  'recall',
] as const
export type Aspect = (typeof aspects)[number]

export interface Profile {
  good: Aspect[]
  bad: Aspect[]
}

/** A product: its name after the brand's, and its price in US dollars. */
export interface Product {
  model: string
  usd: number
}

export interface Entity {
  /** The full name and how else writers call it; the first is the most usual before a model name. */
  name: string
  short: string[]
  profile: Profile
  products: Partial<Record<Area, Product>>
}

export const aurea: Product = { model: 'Aurea', usd: 499 }

/** What every maker of machines is praised and criticised for in a list of grinders. */
export const grinderProfile: Profile = {
  good: ['grind', 'ease', 'build', 'design'],
  bad: ['retention', 'noise', 'price', 'size'],
}

/** Aspects that an area's answers talk about first, whichever brand it is. */
export const emphasis: Record<Area, Aspect[]> = {
  entry: ['ease', 'price'],
  prosumer: ['temperature', 'steam'],
  compact: ['size', 'heatup'],
  automatic: ['milk', 'cleaning'],
  office: ['capacity', 'cleaning', 'service'],
  grinder: ['grind', 'retention'],
  reliability: ['reliability', 'service'],
  repair: ['repair', 'service'],
  energy: ['energy', 'heatup'],
  descaling: ['cleaning'],
  capsules: ['running', 'taste'],
}

export const entities: Record<EntityKey, Entity> = {
  calvenzo: {
    name: 'Calvenzo',
    short: ['Calvenzo'],
    profile: {
      good: ['temperature', 'build', 'service', 'taste'],
      bad: ['heatup', 'app', 'price', 'size', 'noise'],
    },
    products: {
      entry: { model: 'Canto', usd: 449 },
      prosumer: { model: 'Duo 60', usd: 1590 },
      compact: { model: 'Canto Slim', usd: 379 },
      automatic: { model: 'Vera', usd: 899 },
      energy: { model: 'Canto', usd: 449 },
      capsules: { model: 'Canto', usd: 449 },
      grinder: { model: 'Macina', usd: 249 },
    },
  },
  sartella: {
    name: 'Officine Sartella',
    short: ['Sartella', 'Officine Sartella'],
    profile: {
      good: ['build', 'taste', 'steam', 'design'],
      bad: ['price', 'heatup', 'size', 'noise', 'energy'],
    },
    products: {
      entry: { model: 'Tre', usd: 495 },
      prosumer: { model: 'Levante', usd: 1890 },
      compact: { model: 'Tre', usd: 495 },
      grinder: { model: 'Molino 64', usd: 420 },
    },
  },
  plinth: {
    name: 'Plinth',
    short: ['Plinth'],
    profile: { good: ['design', 'size', 'noise', 'heatup'], bad: ['steam', 'capacity', 'repair', 'build'] },
    products: {
      entry: { model: 'One', usd: 499 },
      prosumer: { model: 'Two', usd: 1290 },
      compact: { model: 'One', usd: 499 },
      energy: { model: 'One', usd: 499 },
      grinder: { model: 'Mill', usd: 199 },
    },
  },
  penhollow: {
    name: 'Penhollow & Drake',
    short: ['Penhollow & Drake', 'Penhollow & Drake', 'Penhollow and Drake', 'Penhollow'],
    profile: {
      good: ['price', 'ease', 'milk', 'reliability'],
      bad: ['noise', 'build', 'temperature', 'design'],
    },
    products: {
      entry: { model: 'Counterline', usd: 349 },
      prosumer: { model: 'Counterline Pro', usd: 899 },
      compact: { model: 'Counterline Mini', usd: 279 },
      automatic: { model: 'Homestead', usd: 699 },
      office: { model: 'Homestead XL', usd: 1190 },
      grinder: { model: 'Mill 40', usd: 129 },
    },
  },
  vaudrel: {
    name: 'Maison Vaudrel',
    short: ['Vaudrel', 'Maison Vaudrel'],
    profile: { good: ['design', 'service', 'repair', 'taste'], bad: ['price', 'app', 'capacity', 'heatup'] },
    products: {
      entry: { model: 'Rivage', usd: 429 },
      prosumer: { model: 'Rivage Double', usd: 1390 },
      compact: { model: 'Petit Rivage', usd: 349 },
      automatic: { model: 'Terrasse', usd: 790 },
    },
  },
  dornbrueck: {
    name: 'Dornbrück',
    short: ['Dornbrück', 'Dornbrück', 'Dornbrück', 'Dornbruck'],
    profile: { good: ['milk', 'cleaning', 'reliability', 'ease'], bad: ['price', 'taste', 'noise', 'size'] },
    products: {
      entry: { model: 'Handwerk', usd: 480 },
      compact: { model: 'VX 3', usd: 649 },
      automatic: { model: 'VX 7', usd: 1099 },
      office: { model: 'VX Team', usd: 1990 },
      energy: { model: 'VX 3', usd: 649 },
    },
  },
  yuvenka: {
    name: 'Yuvenka',
    short: ['Yuvenka'],
    profile: {
      good: ['app', 'heatup', 'price', 'design'],
      bad: ['reliability', 'service', 'noise', 'steam'],
    },
    products: {
      entry: { model: 'Y1', usd: 399 },
      prosumer: { model: 'Y2', usd: 990 },
      compact: { model: 'Y1', usd: 399 },
      automatic: { model: 'Y1 Auto', usd: 749 },
      energy: { model: 'Y1', usd: 399 },
    },
  },
  kvarnholt: {
    name: 'Kvarnholt',
    short: ['Kvarnholt'],
    profile: { good: ['grind', 'retention', 'build', 'noise'], bad: ['price', 'size', 'design'] },
    products: { grinder: { model: 'K64', usd: 399 } },
  },
  dosetta: {
    name: 'Dosetta',
    short: ['Dosetta'],
    profile: { good: ['ease', 'size', 'heatup', 'noise'], bad: ['waste', 'running', 'taste', 'service'] },
    products: {
      compact: { model: 'Mini', usd: 129 },
      office: { model: 'Team', usd: 690 },
      capsules: { model: 'Lungo', usd: 159 },
    },
  },
}
