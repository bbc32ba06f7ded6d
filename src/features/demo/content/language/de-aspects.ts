import type { AspectTexts } from './pack.ts'

// biome-ignore format: one opinion a line reads as a table
export const germanAspects: AspectTexts = {
  temperature: {
    good: { says: ['hält die Brühtemperatur ausgezeichnet', 'liefert dank PID-Regelung sehr konstante Bezüge'], notes: ['hervorragende Temperaturstabilität', 'präzise PID-Regelung'] },
    bad: { says: ['schwankt bei mehreren Bezügen deutlich in der Temperatur', 'bekommt helle Röstungen nur schlecht in den Griff'], notes: ['schwankende Temperatur', 'schlecht bei hellen Röstungen'] },
  },
  steam: {
    good: { says: ['hat kräftigen, trockenen Dampf', 'schäumt Milch sehr schnell und fein auf'], notes: ['kräftiger Dampf', 'sehr feiner Mikroschaum'] },
    bad: { says: ['hat leider nur schwachen Dampf', 'braucht beim Milchschäumen viel zu lange'], notes: ['schwacher Dampf', 'langsames Aufschäumen'] },
  },
  taste: {
    good: { says: ['bereitet einen wunderbar ausgewogenen Espresso zu', 'überzeugt in der Tasse mit dichter Crema'], notes: ['ausgewogener Espresso', 'schöne dichte Crema'] },
    bad: { says: ['liefert eher dünnen, bitteren Espresso', 'enttäuscht in der Tasse'], notes: ['dünner Espresso', 'enttäuschende Crema'] },
  },
  build: {
    good: { says: ['ist hervorragend verarbeitet', 'wirkt mit Edelstahlgehäuse und 58-mm-Brühgruppe sehr solide'], notes: ['hervorragende Verarbeitung', 'solides Edelstahlgehäuse'] },
    bad: { says: ['wirkt an einigen Stellen billig', 'klappert beim Anlaufen der Pumpe und hat viel Plastik'], notes: ['billig wirkendes Plastik', 'mangelhafte Verarbeitung'] },
  },
  design: {
    good: { says: ['sieht ausgesprochen schön aus', 'gefällt mit klarem, elegantem Design'], notes: ['elegantes Design', 'schöne Farben'] },
    bad: { says: ['wirkt inzwischen altbacken', 'hat ein unübersichtliches Bedienfeld'], notes: ['altbackenes Design', 'unübersichtliches Bedienfeld'] },
  },
  price: {
    good: { says: ['bietet ein sehr gutes Preis-Leistungs-Verhältnis', 'kostet spürbar weniger als vergleichbare Geräte'], notes: ['sehr gutes Preis-Leistungs-Verhältnis', 'günstiger Preis'] },
    bad: { says: ['ist für das Gebotene zu teuer', 'kostet deutlich mehr als vergleichbare Geräte'], notes: ['überteuert', 'hoher Preis'] },
  },
  running: {
    good: { says: ['ist im Unterhalt günstig', 'rechnet sich bei täglichem Gebrauch schnell'], notes: ['günstig im Unterhalt', 'niedrige Kosten pro Tasse'] },
    bad: { says: ['wird pro Tasse auf Dauer teuer', 'bindet an teures Zubehör'], notes: ['hohe Kosten pro Tasse', 'teures Zubehör'] },
  },
  ease: {
    good: { says: ['ist sehr einfach zu bedienen', 'verzeiht Anfängern viele Fehler'], notes: ['einfache Bedienung', 'anfängerfreundlich'] },
    bad: { says: ['verlangt viel Einarbeitung', 'verwirrt mit umständlichen Tastenkombinationen'], notes: ['umständliche Bedienung', 'mühsame Einarbeitung'] },
  },
  size: {
    good: { says: ['passt auch in schmale Nischen gut', 'braucht angenehm wenig Platz'], notes: ['angenehm schmales Gehäuse', 'passt gut unter Hängeschränke'] },
    bad: { says: ['ist für kleine Küchen zu wuchtig', 'passt unter viele Hängeschränke nicht'], notes: ['wuchtiges Gehäuse', 'hoher Platzbedarf'] },
  },
  noise: {
    good: { says: ['arbeitet angenehm leise', 'hat eine gut gedämpfte Pumpe'], notes: ['angenehm leise', 'gut gedämpfte Pumpe'] },
    bad: { says: ['ist unangenehm laut', 'vibriert so stark, dass die Tasse wandert'], notes: ['laute Pumpe', 'störende Vibrationen'] },
  },
  heatup: {
    good: { says: ['ist in unter drei Minuten startklar', 'heizt erfreulich schnell auf'], notes: ['kurze Aufheizzeit', 'erfreulich schnell startklar'] },
    bad: { says: ['braucht lästige zwanzig Minuten zum Aufheizen', 'heizt quälend langsam auf'], notes: ['lange Aufheizzeit', 'lästige Wartezeit am Morgen'] },
  },
  service: {
    good: { says: ['glänzt mit schnellem, freundlichem Kundendienst', 'bietet eine großzügige Garantie und einen sehr guten Service'], notes: ['sehr guter Kundendienst', 'großzügige Garantie'] },
    bad: { says: ['lässt Kunden bei Reparaturen wochenlang warten', 'hat einen schlechten Kundendienst'], notes: ['schlechter Kundendienst', 'lange Wartezeiten bei Reparaturen'] },
  },
  repair: {
    good: { says: ['lässt sich mit Standardteilen gut selbst reparieren', 'bietet alle Ersatzteile und eine vorbildliche Dokumentation an'], notes: ['gut zu reparieren', 'vorbildliche Ersatzteilversorgung'] },
    bad: { says: ['ist verklebt und kaum zu reparieren', 'lässt Endkunden ohne Ersatzteile zurück'], notes: ['kaum zu reparieren', 'keine Ersatzteile für Endkunden'] },
  },
  reliability: {
    good: { says: ['gilt als ausgesprochen zuverlässig', 'läuft laut Werkstätten viele Jahre ohne Ärger'], notes: ['sehr zuverlässig', 'viele Jahre ohne Ärger'] },
    bad: { says: ['fällt mit defekten Pumpen nach dem ersten Jahr auf', 'ist noch nicht zuverlässig genug'], notes: ['anfällige Pumpe', 'Klagen über frühe Defekte'] },
  },
  cleaning: {
    good: { says: ['ist leicht zu reinigen', 'spült sich selbst und ist angenehm pflegeleicht'], notes: ['leichte Reinigung', 'angenehm pflegeleicht'] },
    bad: { says: ['ist mühsam zu reinigen', 'verstopft leicht und nervt mit Entkalkungsmeldungen'], notes: ['mühsame Reinigung', 'nervige Wartungsmeldungen'] },
  },
  milk: {
    good: { says: ['macht auf Knopfdruck hervorragenden Milchschaum', 'schäumt auch Hafermilch sehr gut'], notes: ['hervorragender Milchschaum', 'sehr gut mit Hafermilch'] },
    bad: { says: ['liefert enttäuschend grobporigen Milchschaum', 'lässt die Milch nur lauwarm werden'], notes: ['enttäuschender Milchschaum', 'nur lauwarme Milch'] },
  },
  app: {
    good: { says: ['bringt eine wirklich nützliche App mit', 'überzeugt mit gut gemachten Bezugsprofilen in der App'], notes: ['wirklich nützliche App', 'gut gemachte Profile'] },
    bad: { says: ['wird von einer fehlerhaften App ausgebremst', 'versteckt wichtige Einstellungen in umständlichen Menüs'], notes: ['fehlerhafte App', 'umständliche Menüs'] },
  },
  grind: {
    good: { says: ['mahlt sehr gleichmäßig', 'lässt sich hervorragend stufenlos einstellen'], notes: ['sehr gleichmäßiges Mahlgut', 'hervorragende stufenlose Verstellung'] },
    bad: { says: ['mahlt für Espresso zu ungleichmäßig', 'hat zu grobe Einstellstufen'], notes: ['ungleichmäßiges Mahlgut', 'zu grobe Stufen'] },
  },
  retention: {
    good: { says: ['hat kaum Totraum und eignet sich ideal für Single Dosing', 'verschwendet fast kein Mahlgut'], notes: ['sehr geringer Totraum', 'ideal für Single Dosing'] },
    bad: { says: ['hält zu viel altes Mahlgut zurück', 'verteilt Mahlgut lästig auf der Arbeitsplatte'], notes: ['großer Totraum', 'lästige statische Aufladung'] },
  },
  energy: {
    good: { says: ['kommt mit erfreulich wenig Strom aus', 'hat einen effizienten Thermoblock'], notes: ['erfreulich niedriger Stromverbrauch', 'effizienter Thermoblock'] },
    bad: { says: ['verschwendet im Standby Strom', 'verbraucht unnötig viel Energie'], notes: ['hoher Stromverbrauch', 'verschwenderischer Standby'] },
  },
  capacity: {
    good: { says: ['bewältigt auch den Ansturm am Morgen gut', 'hat einen großzügigen Wassertank'], notes: ['großzügiger Wassertank', 'gut für viele Tassen'] },
    bad: { says: ['hat einen zu kleinen Wassertank', 'kommt bei vielen Tassen nur schlecht hinterher'], notes: ['zu kleiner Wassertank', 'langsam bei vielen Tassen'] },
  },
  waste: {
    good: { says: ['nimmt gebrauchte Kapseln kostenlos zurück', 'bietet inzwischen gute kompostierbare Kapseln an'], notes: ['kostenlose Rücknahme', 'gute kompostierbare Kapseln'] },
    bad: { says: ['verursacht mit jeder Tasse unnötigen Müll', 'ist wegen der Kapseln eine Belastung für die Umwelt'], notes: ['unnötiger Kapselmüll', 'viel Verpackung'] },
  },
  launch: {
    good: { says: ['ist neu auf dem Markt und beeindruckt mit zwei Boilern zum Preis von einem', 'hat als Neuheit hervorragende erste Tests bekommen'], notes: ['Neuheit mit hervorragenden ersten Tests', 'beeindruckende Flusskontrolle'] },
    bad: { says: ['ist so neu, dass Langzeiterfahrungen fehlen', 'ist wegen Lieferproblemen derzeit schwer zu bekommen'], notes: ['derzeit Lieferprobleme', 'noch keine Langzeiterfahrungen'] },
  },
  recall: {
    good: { says: ['repariert alle zurückgerufenen Geräte kostenlos', 'ersetzt betroffene Geräte kostenlos'], notes: ['kostenlose Reparatur im Rückruf', 'kostenloser Ersatz'] },
    bad: { says: ['steckt wegen gefährlich undichter Dampflanzen mitten in einem Rückruf', 'musste nach Verbrennungen durch ein defektes Dampfventil Geräte zurückrufen'], notes: ['Rückruf wegen undichter Dampflanzen', 'Sicherheitsmängel seit dem Rückruf'] },
  },
}
