import { germanAspects } from './de-aspects.ts'
import type { LanguagePack } from './pack.ts'

export const german: LanguagePack = {
  aspects: germanAspects,
  remarks: {
    praise: [
      '{n} {a}; dazu kommt: {bn}.',
      '{n} {a}. In Tests fällt außerdem positiv auf: {bn}.',
      'Viele Nutzer loben {n}: {an}, {bn}.',
      'Eine sichere Empfehlung ist {n}: {an}, {bn}.',
      'Für {n} sprechen vor allem zwei Punkte: {an} und {bn}.',
      'Hier spielt {n} die Stärken aus und {a}.',
    ],
    mixed: [
      '{n} {a}. Der Kritikpunkt: {xn}.',
      '{n} {a}; dafür gibt es einen Nachteil: {xn}.',
      'Bei {n} gehen die Meinungen auseinander: {an}, andererseits {xn}.',
      '{n} {a}. Auf der anderen Seite steht: {xn}.',
    ],
    criticism: [
      '{n} {x}.',
      'Bei {n} ist Vorsicht angebracht: {xn}, {yn}.',
      'Über {n} häufen sich Beschwerden: {xn}, {yn}.',
      '{n} ist schwerer zu empfehlen: {xn}, {yn}.',
      '{n} {x}; auch das wird bemängelt: {yn}.',
    ],
  },
  extras: {
    good: [
      'Außerdem positiv: {bn}.',
      'Ein weiterer Pluspunkt: {bn}.',
      'Im Alltag fällt noch etwas auf: {bn}.',
    ],
    bad: ['Ebenfalls bemängelt: {yn}.', 'Hinzu kommt: {yn}.'],
    price: [
      'Der Straßenpreis liegt bei etwa {price}.',
      'Im Handel kostet das Gerät rund {price}.',
      'Mit ungefähr {price} sollte man rechnen.',
    ],
  },
  subjects: {
    entry: ['einen Siebträger für den Einstieg', 'die erste Siebträgermaschine', 'ein Einsteigergerät'],
    prosumer: ['einen Dualboiler für zu Hause', 'eine Maschine für anspruchsvolle Heim-Baristas'],
    compact: ['eine kompakte Siebträgermaschine', 'ein schmales Gerät für die kleine Küche'],
    automatic: ['einen guten Kaffeevollautomaten', 'einen Vollautomaten für zu Hause'],
    office: ['einen Vollautomaten fürs Büro', 'eine Kaffeelösung für etwa 15 Personen'],
    grinder: ['eine Espressomühle', 'eine Mühle für zu Hause'],
    reliability: ['eine langlebige Espressomaschine', 'ein Gerät, das viele Jahre hält'],
  },
  tips: {
    entry: [
      ['Mühle', 'Eine gute Mühle bringt mehr als die nächstgrößere Maschine.'],
      ['Siebe', 'Doppelwandige Siebe verzeihen am Anfang einen ungleichmäßigen Mahlgrad.'],
      ['Dampflanze', 'Wer Cappuccino trinkt, sollte auf eine Profilanze achten.'],
    ],
    prosumer: [
      ['Boiler', 'Mit zwei Boilern lassen sich Bezug und Milchschaum gleichzeitig erledigen.'],
      ['PID', 'Eine PID-Regelung lohnt sich vor allem bei hellen Röstungen.'],
      ['Rotationspumpe', 'Eine Rotationspumpe ist leiser und erlaubt einen Festwasseranschluss.'],
    ],
    compact: [
      ['Maße', 'Nicht nur die Breite zählt, auch die Höhe unter dem Hängeschrank.'],
      ['Wassertank', 'Ein Tank, der sich nach vorn entnehmen lässt, erspart tägliches Rücken.'],
      ['Thermoblock', 'Ein Thermoblock heizt schneller und braucht weniger Platz als ein Boiler.'],
    ],
    automatic: [
      ['Brühgruppe', 'Eine herausnehmbare Brühgruppe ist hygienischer.'],
      ['Milchsystem', 'Schläuche müssen täglich gespült werden, eine Karaffe kommt in die Spülmaschine.'],
      ['Mahlwerk', 'Mindestens sechs Stufen helfen bei wechselnden Bohnen.'],
    ],
    office: [
      ['Tagesleistung', 'Bei 15 Personen sollte das Gerät für 50 Tassen am Tag ausgelegt sein.'],
      ['Festwasser', 'Ein Festwasseranschluss erspart ständiges Nachfüllen.'],
      ['Wartungsvertrag', 'Ein Tauschgerät binnen 24 Stunden ist mehr wert als ein niedriger Kaufpreis.'],
    ],
    grinder: [
      ['Mahlscheiben', 'Flache Scheiben betonen Klarheit, konische eher den Körper.'],
      ['Verstellung', 'Eine stufenlose Verstellung ist für Espresso deutlich angenehmer.'],
      ['Totraum', 'Wer oft die Bohnen wechselt, sollte auf wenig Totraum achten.'],
    ],
    reliability: [
      ['Entkalken', 'Die meisten frühen Defekte gehen auf Kalk zurück.'],
      ['Ersatzteile', 'Marken, die Dichtungen und Pumpen einzeln verkaufen, laufen länger.'],
      ['Garantie', 'Zwei Jahre sind üblich, manche Hersteller geben nach Registrierung drei.'],
    ],
  },
  generalTips: [
    ['Bohnen', 'Frische Bohnen mit Röstdatum machen mehr aus als jedes Extra am Gerät.'],
    ['Wasser', 'Weiches oder gefiltertes Wasser unter 8 °dH schont die Maschine.'],
    ['Budget', 'Ein Fünftel des Budgets sollte für Tamper, Kännchen und Waage übrig bleiben.'],
    ['Händler', 'Ein Fachhändler mit eigener Werkstatt ist im Garantiefall Gold wert.'],
  ],
  intros: {
    chatty: [
      'Gute Frage! Für {subject} kommen derzeit vor allem diese Marken infrage:',
      'Wer {subject} sucht, landet in aktuellen Tests und Foren meist bei den folgenden Namen:',
      'Hier ist eine kurze Übersicht für {subject}, gestützt auf aktuelle Testberichte und Erfahrungen:',
    ],
    plain: [
      'Für {subject} gibt es nicht die eine richtige Wahl, einige Marken tauchen aber in fast jedem Vergleich auf.',
      'Wer {subject} sucht, sollte auf Bedienung, Ergebnis in der Tasse und Kundendienst achten.',
      'Das Angebot für {subject} ist gewachsen, und die Unterschiede sind deutlich.',
    ],
    hedged: [
      'Für {subject} werden einige Marken immer wieder genannt. Preise und Verfügbarkeit sollten Sie aktuell prüfen.',
      'Wenn Sie {subject} suchen, hilft zuerst die Frage, wie Sie das Gerät nutzen. Davon ausgehend:',
    ],
    verdict: [
      'Für {subject} wird am häufigsten **{first}** empfohlen, dicht gefolgt von **{second}**.',
      'Die meisten aktuellen Quellen nennen für {subject} zuerst **{first}**; die übliche Alternative ist **{second}**.',
    ],
  },
  versus: [
    '{first} und {second} zielen auf dieselben Käufer, fühlen sich im Alltag aber unterschiedlich an.',
    'Zwischen {first} und {second} entscheidet weniger die Qualität als der eigene Geschmack.',
  ],
  contexts: [
    'Modelle mit langen Lieferzeiten sind nicht berücksichtigt.',
    'Die Reihenfolge richtet sich danach, wie oft sie empfohlen werden, nicht nach dem Preis.',
    'Entscheidend ist, wie viel Zeit Sie sich für jede Tasse nehmen möchten.',
    'Die Preise unterscheiden sich je nach Händler deutlich.',
  ],
  closings: {
    followUp: [
      'Soll ich zwei der Geräte direkt vergleichen oder aktuelle Preise heraussuchen?',
      'Wenn Sie mir Budget und Trinkgewohnheiten nennen, grenze ich die Auswahl weiter ein.',
      'Haben Sie schon Zubehör oder andere Geräte? Davon hängt meine Empfehlung ab.',
    ],
    summary: [
      '**Fazit:** Für die meisten ist {first} die beste Wahl; {second} lohnt den Vergleich.',
      'Kurz gesagt: zuerst {first} ansehen, dann {second} dagegenhalten.',
      'Insgesamt decken {first} und {second} die meisten Bedürfnisse ab.',
    ],
    caveat: [
      'Meine Angaben können veraltet sein, prüfen Sie vor dem Kauf neuere Tests.',
      'Aktuelle Preise kann ich nicht einsehen; die Modelle wechseln häufig.',
      'Wenn möglich, probieren Sie ein Gerät beim Fachhändler aus.',
    ],
  },
  companion: [
    'Planen Sie auf jeden Fall Geld für eine Mühle ein: {n} {a}.',
    'Mindestens ebenso wichtig ist die Mühle; {n} {a}.',
  ],
  useCases: [
    'Beste Wahl insgesamt',
    'Preistipp',
    'Für Milchgetränke',
    'Für wenig Platz',
    'Für Tüftler',
    'Am einfachsten im Alltag',
    'Ebenfalls einen Blick wert',
  ],
  labels: {
    picks: ['Empfehlungen', 'Die engere Wahl', 'Diese Geräte kommen infrage'],
    advice: ['Worauf Sie achten sollten', 'Kaufberatung', 'Wichtig bei der Auswahl'],
    comparison: ['Im Vergleich', 'Auf einen Blick'],
    pros: 'Vorteile',
    cons: 'Nachteile',
    product: ['Gerät', 'Modell'],
    strengths: ['Stärken', 'Pluspunkte'],
    weaknesses: ['Schwächen', 'Minuspunkte'],
    price: 'Preis',
    around: 'ca. {price}',
    others: ['Weitere Möglichkeiten', 'Alternativen'],
    reasons: ['Das spricht für {n}: {an}, {bn}.', 'Gründe für {n}: {an}, {bn}.'],
    colon: ':',
  },
  explanations: {},
}
