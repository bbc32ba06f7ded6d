import { type Area, areas, type EntityKey, entities } from './catalogue.ts'
import type { Language } from './prompts.ts'
import { launchDaysAgo, recallDaysAgo } from './workspace.ts'

/** A page that engines cite. */
export interface Page {
  url: string
  /** May hold {year}. */
  title: string
  /** The site's name as a link text. */
  site: string
  language: Language
  areas: readonly Area[]
  /** Cited only where the answer names all of these. */
  about: readonly EntityKey[]
  /** How often it is drawn, relative to others. */
  weight: number
  /** Days before today on which it appeared; Infinity if it was always there. */
  since: number
}

interface Site {
  host: string
  name: string
  language: Language
  weight: number
}

const site = (host: string, name: string, language: Language, weight: number): Site => ({
  host,
  name,
  language,
  weight,
})

const crema = site('www.crema-report.example', 'Crema Report', 'en', 10)
const grouphead = site('thegrouphead.example', 'The Grouphead', 'en', 7)
const bench = site('www.kitchenbench.example', 'Kitchen Bench', 'en', 8)
const fairtest = site('www.fairtest.example', 'Fairtest', 'en', 6)
const threads = site('www.threadhaus.example', 'Threadhaus', 'en', 9)
const homebar = site('forum.homebrewbar.example', 'Home Brew Bar', 'en', 5)
const tube = site('www.tubedock.example', 'Tubedock', 'en', 5)
const officewise = site('officewise.example', 'Officewise', 'en', 6)
const beanhaul = site('www.beanhaul.example', 'Beanhaul', 'en', 4)
const wattwise = site('wattwise.example', 'Wattwise', 'en', 5)
const fixshelf = site('www.fixshelf.example', 'Fixshelf', 'en', 5)
const ledger = site('www.morningledger.example', 'Morning Ledger', 'en', 8)
const pruefer = site('www.kaffeepruefer.example', 'Kaffeeprüfer', 'de', 10)
const labor = site('www.haushaltslabor.example', 'Haushaltslabor', 'de', 7)
const stube = site('www.siebtraegerstube.example', 'Siebträgerstube', 'de', 8)
const roestgut = site('roestgut.example', 'Röstgut', 'de', 4)
const buero = site('www.bueroblick.example', 'Büroblick', 'de', 6)
const nord = site('www.nordpresse.example', 'Nordpresse', 'de', 7)
const guide = site('www.guide-expresso.example', 'Guide Expresso', 'fr', 10)
const labo = site('www.labo-cuisine.example', 'Labo Cuisine', 'fr', 7)
const cafeine = site('forum-cafeine.example', 'Forum Caféine', 'fr', 8)
const atelier = site('www.atelier-torref.example', 'Atelier Torref', 'fr', 4)
const matin = site('www.matin-pratique.example', 'Matin Pratique', 'fr', 6)

function page(
  { host, name, language, weight }: Site,
  path: string,
  title: string,
  on: readonly Area[] = areas,
  about: readonly EntityKey[] = [],
  since = Number.POSITIVE_INFINITY,
): Page {
  return { url: `https://${host}${path}`, title, site: name, language, areas: on, about, weight, since }
}

// biome-ignore format: one page a line reads as a table
const editorial: Page[] = [
  page(crema, '/best-espresso-machines', 'The best espresso machines of {year}, tested', ['entry', 'prosumer', 'compact']),
  page(crema, '/best-beginner-espresso-machines', 'Best espresso machines for beginners in {year}', ['entry']),
  page(crema, '/best-dual-boilers', 'Dual boilers: nine machines on the bench', ['prosumer']),
  page(crema, '/temperature-stability-test', 'We measured the temperature of 14 machines', ['prosumer', 'energy']),
  page(crema, '/best-bean-to-cup', 'Best bean-to-cup machines {year}', ['automatic', 'office']),
  page(crema, '/best-espresso-grinders', 'Best espresso grinders {year}: tested with a sieve', ['grinder']),
  page(crema, '/guides/descaling', 'Descaling: how often, with what, and when not', ['descaling']),
  page(crema, '/sartella-levante-vs-plinth-two', 'Sartella Levante vs Plinth Two: two months with both', ['prosumer'], ['sartella', 'plinth']),
  page(crema, '/reviews/calvenzo-aurea', 'Calvenzo Aurea review: the one to beat', ['entry', 'prosumer', 'compact', 'energy'], ['calvenzo'], launchDaysAgo - 2),
  page(crema, '/news/penhollow-drake-recall', 'Penhollow & Drake recalls Counterline machines', areas, ['penhollow'], recallDaysAgo),
  page(grouphead, '/2-boilers-1-kitchen', 'Two boilers, one kitchen: who needs a prosumer machine?', ['prosumer']),
  page(grouphead, '/small-kitchen-espresso', 'Espresso in four square metres', ['compact']),
  page(grouphead, '/repairability-index', 'The Grouphead repairability index {year}', ['repair', 'reliability']),
  page(grouphead, '/single-dosing-explained', 'Single dosing explained', ['grinder']),
  page(grouphead, '/yuvenka-story', 'Yuvenka: how a start-up shook up a sleepy market', areas, ['yuvenka'], 60),
  page(grouphead, '/aurea-first-look', 'First look: Calvenzo Aurea', ['entry', 'prosumer', 'compact'], ['calvenzo'], launchDaysAgo),
  page(bench, '/coffee/best-espresso-machine', 'The 9 best espresso machines, according to our test kitchen', ['entry', 'prosumer', 'compact']),
  page(bench, '/coffee/small-espresso-machines', 'The best small espresso machines', ['compact']),
  page(bench, '/coffee/automatic-coffee-machines', 'The best automatic coffee machines for lazy mornings', ['automatic']),
  page(bench, '/coffee/dornbrueck-vx-7-review', 'Dornbrück VX 7 review: hard to fault', ['automatic'], ['dornbrueck']),
  page(bench, '/coffee/capsules-vs-espresso', 'Capsules or espresso machine? We did the maths', ['capsules']),
  page(bench, '/coffee/how-to-clean-an-espresso-machine', 'How to clean and descale an espresso machine', ['descaling']),
  page(fairtest, '/coffee-machines/reliability-survey', 'Coffee machine reliability: 11,000 owners report', ['reliability', 'repair', 'automatic']),
  page(fairtest, '/coffee-machines/bean-to-cup', 'Bean-to-cup coffee machines: test results', ['automatic', 'office']),
  page(fairtest, '/coffee-machines/running-costs', 'What your coffee machine really costs', ['energy', 'capsules']),
  page(fairtest, '/safety/penhollow-drake-steam-wand', 'Safety notice: Penhollow & Drake steam wands', areas, ['penhollow'], recallDaysAgo),
  page(threads, '/c/espresso/comments/8kq2/first_machine_megathread', 'First machine megathread', ['entry', 'compact']),
  page(threads, '/c/espresso/comments/b1z7/levante_after_two_years', 'Sartella Levante after two years: worth it?', ['prosumer', 'reliability'], ['sartella']),
  page(threads, '/c/espresso/comments/c04d/calvenzo_support_appreciation', 'Calvenzo support appreciation post', ['reliability', 'repair', 'entry'], ['calvenzo']),
  page(threads, '/c/espresso/comments/d9f3/aurea_owners_thread', 'Aurea owners thread', ['entry', 'prosumer', 'compact'], ['calvenzo'], launchDaysAgo - 5),
  page(threads, '/c/espresso/comments/e77a/steam_wand_burned_me', 'PSA: my Counterline steam wand burned me', areas, ['penhollow'], recallDaysAgo + 2),
  page(threads, '/c/grinders/comments/71xm/k64_owners', 'K64 owners, would you buy it again?', ['grinder'], ['kvarnholt']),
  page(threads, '/c/espresso/comments/f2p8/yuvenka_y1_six_months', 'Yuvenka Y1, six months in', areas, ['yuvenka']),
  page(threads, '/c/coffee/comments/55rt/capsules_regret', 'Anyone else regret capsules?', ['capsules']),
  page(homebar, '/t/which-dual-boiler/4127', 'Which dual boiler in {year}?', ['prosumer']),
  page(homebar, '/t/descaling-a-dual-boiler/2209', 'Descaling a dual boiler without tears', ['descaling', 'repair']),
  page(homebar, '/t/flat-or-conical/3380', 'Flat or conical for medium roasts?', ['grinder']),
  page(tube, '/watch?v=q7Lm0xT2aE', 'I tested 12 espresso machines so you do not have to', ['entry', 'prosumer', 'compact']),
  page(tube, '/watch?v=Zp4vK8sd1c', 'Bean to cup: the honest ranking', ['automatic', 'office']),
  page(tube, '/watch?v=hT93bWm_0o', 'Grinder test: 8 grinders, 1 bean', ['grinder']),
  page(tube, '/watch?v=Rk2_yF6uNw', 'Rebuilding an espresso machine at the kitchen table', ['repair', 'descaling']),
  page(officewise, '/coffee-machines-for-small-offices', 'Coffee machines for offices of 10 to 30 people', ['office']),
  page(officewise, '/lease-or-buy-coffee', 'Lease or buy? Coffee at work', ['office']),
  page(beanhaul, '/buying-guide/espresso-machines', 'Buying guide: espresso machines', ['entry', 'prosumer', 'compact']),
  page(beanhaul, '/buying-guide/grinders', 'Buying guide: grinders', ['grinder']),
  page(wattwise, '/kitchen/espresso-machines-power', 'How much power does an espresso machine use?', ['energy', 'capsules']),
  page(fixshelf, '/device/espresso-machines', 'Espresso machine repair guides', ['repair', 'reliability', 'descaling']),
  page(ledger, '/business/penhollow-drake-recall-widens', 'Recall at Penhollow & Drake widens', areas, ['penhollow'], recallDaysAgo - 3),
  page(pruefer, '/siebtraeger-test', 'Siebträger im Test {year}', ['entry', 'prosumer', 'compact']),
  page(pruefer, '/dualboiler-vergleich', 'Dualboiler im Vergleich', ['prosumer']),
  page(pruefer, '/kaffeevollautomaten-test', 'Kaffeevollautomaten: 16 Geräte im Test', ['automatic', 'office']),
  page(pruefer, '/espressomuehlen-test', 'Espressomühlen im Test {year}', ['grinder']),
  page(pruefer, '/calvenzo-aurea-test', 'Calvenzo Aurea im Test', ['entry', 'prosumer', 'compact'], ['calvenzo'], launchDaysAgo - 6),
  page(labor, '/kueche/kaffeevollautomaten', 'Die besten Kaffeevollautomaten', ['automatic']),
  page(labor, '/kueche/siebtraeger-kleine-kueche', 'Siebträger für kleine Küchen', ['compact', 'entry']),
  page(labor, '/kueche/haltbarkeit-espressomaschinen', 'Wie lange halten Espressomaschinen?', ['reliability']),
  page(stube, '/thema/einstieg-bis-600-euro.1184', 'Einstieg bis 600 Euro', ['entry', 'compact']),
  page(stube, '/thema/dualboiler-langzeit.2071', 'Dualboiler im Langzeitgebrauch', ['prosumer', 'reliability']),
  page(stube, '/thema/welche-muehle.3315', 'Welche Mühle zu welchem Siebträger?', ['grinder']),
  page(roestgut, '/ratgeber/siebtraeger', 'Ratgeber Siebträger', ['entry', 'prosumer', 'compact', 'grinder']),
  page(buero, '/kaffee-im-buero', 'Kaffee im Büro: kaufen oder mieten?', ['office']),
  page(nord, '/wirtschaft/rueckruf-penhollow-drake', 'Rückruf bei Penhollow & Drake', areas, ['penhollow'], recallDaysAgo - 1),
  page(guide, '/meilleures-machines-expresso', 'Les meilleures machines expresso {year}', ['entry', 'prosumer', 'compact']),
  page(guide, '/double-chaudiere', 'Double chaudière : le comparatif', ['prosumer']),
  page(guide, '/machines-a-grains', 'Machines à grains : notre classement', ['automatic']),
  page(guide, '/vaudrel-rivage-test', 'Test : Maison Vaudrel Rivage', ['entry', 'compact'], ['vaudrel']),
  page(labo, '/cafe/moulins', 'Les moulins à café à l’épreuve', ['grinder']),
  page(labo, '/cafe/petites-machines', 'Petites machines, grands cafés', ['compact', 'entry']),
  page(cafeine, '/viewtopic.php?t=9123', 'Quelle machine pour débuter ?', ['entry', 'compact']),
  page(cafeine, '/viewtopic.php?t=10457', 'Fiabilité : vos retours après 5 ans', ['reliability', 'prosumer']),
  page(cafeine, '/viewtopic.php?t=11002', 'Moulin : vos réglages', ['grinder']),
  page(atelier, '/conseils/choisir-sa-machine', 'Bien choisir sa machine', ['entry', 'prosumer', 'automatic', 'grinder']),
  page(matin, '/maison/machines-cafe-fiables', 'Ces machines à café qui durent', ['reliability', 'automatic']),
  page(matin, '/conso/rappel-penhollow-drake', 'Rappel chez Penhollow & Drake', areas, ['penhollow'], recallDaysAgo - 1),
]

const calvenzo = 'www.calvenzo.example'
const sartella = 'www.sartella.example'
const penhollow = 'www.penhollowdrake.example'
const vaudrel = 'www.maison-vaudrel.example'
const dornbrueck = 'www.dornbrueck.example'

// biome-ignore format: one page a line reads as a table
const ownPages: readonly [host: string, key: EntityKey, path: string, title: string, on: readonly Area[], since?: number][] = [
  [calvenzo, 'calvenzo', '/machines/canto', 'Calvenzo Canto', ['entry', 'energy', 'capsules']],
  [calvenzo, 'calvenzo', '/machines/canto-slim', 'Calvenzo Canto Slim', ['compact']],
  [calvenzo, 'calvenzo', '/machines/duo-60', 'Calvenzo Duo 60', ['prosumer']],
  [calvenzo, 'calvenzo', '/machines/vera', 'Calvenzo Vera', ['automatic', 'office']],
  [calvenzo, 'calvenzo', '/machines/aurea', 'Calvenzo Aurea', ['entry', 'prosumer', 'compact', 'energy'], launchDaysAgo],
  [calvenzo, 'calvenzo', '/support/descaling', 'Calvenzo support: descaling', ['descaling', 'reliability']],
  [calvenzo, 'calvenzo', '/repair/parts', 'Calvenzo spare parts', ['repair', 'reliability']],
  [sartella, 'sartella', '/levante', 'Levante | Officine Sartella', ['prosumer']],
  [sartella, 'sartella', '/tre', 'Tre | Officine Sartella', ['entry', 'compact']],
  [sartella, 'sartella', '/service', 'Service | Officine Sartella', ['repair', 'reliability']],
  ['plinth-espresso.example', 'plinth', '/one', 'Plinth One', ['entry', 'compact', 'energy']],
  ['plinth-espresso.example', 'plinth', '/two', 'Plinth Two', ['prosumer']],
  [penhollow, 'penhollow', '/espresso/counterline', 'Counterline | Penhollow & Drake', ['entry', 'compact']],
  [penhollow, 'penhollow', '/automatic/homestead', 'Homestead | Penhollow & Drake', ['automatic', 'office']],
  [penhollow, 'penhollow', '/recall', 'Recall information | Penhollow & Drake', areas, recallDaysAgo],
  [vaudrel, 'vaudrel', '/rivage', 'Rivage | Maison Vaudrel', ['entry', 'compact', 'prosumer']],
  [vaudrel, 'vaudrel', '/terrasse', 'Terrasse | Maison Vaudrel', ['automatic']],
  [vaudrel, 'vaudrel', '/atelier', 'L’atelier | Maison Vaudrel', ['reliability', 'repair']],
  [dornbrueck, 'dornbrueck', '/vx-7', 'Dornbrück VX 7', ['automatic']],
  [dornbrueck, 'dornbrueck', '/vx-team', 'Dornbrück VX Team', ['office']],
  [dornbrueck, 'dornbrueck', '/qualitaet', 'Dornbrück: Qualität', ['reliability', 'energy']],
  ['yuvenka.example', 'yuvenka', '/y1', 'Yuvenka Y1', ['entry', 'compact', 'energy']],
  ['yuvenka.example', 'yuvenka', '/y2', 'Yuvenka Y2', ['prosumer']],
  ['kvarnholt.example', 'kvarnholt', '/k64', 'Kvarnholt K64', ['grinder', 'prosumer']],
  ['www.dosetta.example', 'dosetta', '/recycling', 'Recycling at Dosetta', ['capsules', 'energy']],
  ['www.dosetta.example', 'dosetta', '/business', 'Dosetta for business', ['office']],
]

/** The brand's and its competitors' own pages, in each language. */
const own: Page[] = (['en', 'de', 'fr'] as const).flatMap((language) =>
  ownPages.map(([host, key, path, title, on, since]) =>
    page(site(host, entities[key].name, language, 3), `/${language}${path}`, title, on, [key], since),
  ),
)

/** Every page that answers of a language may cite. */
export const pagesOf: Record<Language, Page[]> = { en: [], de: [], fr: [] }
for (const each of [...editorial, ...own]) pagesOf[each.language].push(each)
