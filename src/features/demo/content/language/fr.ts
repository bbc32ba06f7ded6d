import { frenchAspects } from './fr-aspects.ts'
import type { LanguagePack } from './pack.ts'

export const french: LanguagePack = {
  aspects: frenchAspects,
  remarks: {
    praise: [
      '{n} {a}. Autre qualité : {bn}.',
      'Les tests saluent {n}, qui {a}.',
      'Valeur sûre, {n} {a}.',
      'Avec {n}, on profite de deux vrais atouts : {an} et {bn}.',
      '{n} tire son épingle du jeu : {an}, {bn}.',
      'On recommande volontiers {n}, qui {a}.',
    ],
    mixed: [
      '{n} {a}, mais {x}.',
      '{n} {a} ; seul bémol : {xn}.',
      'Les avis sur {n} sont partagés : {an}, mais aussi {xn}.',
      'Si {n} {a}, un défaut revient souvent : {xn}.',
    ],
    criticism: [
      '{n} {x}.',
      'Plusieurs utilisateurs se plaignent de {n} : {xn}, {yn}.',
      'Prudence avec {n}, qui {x}.',
      'Difficile de recommander {n}, qui {x}.',
    ],
  },
  extras: {
    good: [
      'Autre atout : {bn}.',
      'Les utilisateurs ajoutent un point positif : {bn}.',
      'Au quotidien, elle {b}.',
    ],
    bad: ['Autre reproche : {yn}.', 'S’y ajoute un second défaut : {yn}.'],
    price: [
      'Comptez environ {price}.',
      'On la trouve autour de {price}.',
      'Son prix tourne autour de {price}.',
    ],
  },
  subjects: {
    entry: ['une première machine expresso', 'une machine facile pour débuter'],
    prosumer: ['une machine à double chaudière', 'une machine haut de gamme à la maison'],
    compact: ['une machine expresso compacte', 'une petite cuisine'],
    automatic: ['une machine à café à grains', 'une machine automatique avec broyeur'],
    grinder: ['un moulin à expresso', 'un bon moulin à la maison'],
    reliability: ['une machine expresso fiable', 'une machine qui dure'],
  },
  tips: {
    entry: [
      ['Le moulin', 'Un bon moulin compte plus que la machine elle-même.'],
      ['Les filtres', 'Un filtre à double paroi pardonne une mouture irrégulière.'],
      ['La buse vapeur', 'Pour les cappuccinos, préférez une buse professionnelle.'],
    ],
    prosumer: [
      ['Les chaudières', 'Deux chaudières permettent d’extraire et de mousser en même temps.'],
      ['Le PID', 'Un PID change tout avec les torréfactions claires.'],
      ['La pompe', 'Une pompe rotative est plus silencieuse, mais plus coûteuse.'],
    ],
    compact: [
      ['Les mesures', 'Mesurez aussi la hauteur sous les meubles.'],
      ['Le réservoir', 'Un réservoir accessible par l’avant évite de déplacer la machine.'],
      ['Le thermobloc', 'Un thermobloc chauffe vite et prend moins de place qu’une chaudière.'],
    ],
    automatic: [
      ['Le groupe', 'Un groupe amovible se nettoie plus facilement.'],
      ['Le lait', 'Une carafe passe au lave-vaisselle, un tuyau se rince chaque jour.'],
      ['Le broyeur', 'Comptez au moins six réglages de mouture.'],
    ],
    grinder: [
      ['Les meules', 'Les meules plates donnent de la clarté, les coniques du corps.'],
      ['Le réglage', 'Un réglage continu facilite la vie en expresso.'],
      ['La rétention', 'Si vous changez souvent de café, choisissez une faible rétention.'],
    ],
    reliability: [
      ['Le détartrage', 'La plupart des pannes précoces viennent du calcaire.'],
      ['Les pièces', 'Une marque qui vend joints et pompes au détail dure plus longtemps.'],
      ['La garantie', 'Deux ans sont la règle, trois ans chez certaines marques.'],
    ],
  },
  generalTips: [
    ['Le café', 'Un café fraîchement torréfié fait plus de différence que n’importe quelle option.'],
    ['L’eau', 'Une eau filtrée protège la machine et améliore le goût.'],
    ['Le budget', 'Gardez un cinquième du budget pour le tasseur, le pichet et la balance.'],
    ['Le magasin', 'Un revendeur avec son propre atelier simplifie la garantie.'],
  ],
  intros: {
    chatty: [
      'Bonne question ! Pour {subject}, voici les marques à regarder en premier :',
      'Si vous cherchez la bonne solution pour {subject}, ces noms reviennent le plus souvent dans les tests récents :',
      'Voici une courte sélection pour {subject}, d’après les tests et les avis d’utilisateurs :',
    ],
    plain: [
      'Pour {subject}, il n’y a pas de réponse unique, mais quelques marques reviennent dans presque tous les comparatifs.',
      'Pour {subject}, les critères essentiels sont la prise en main, le résultat en tasse et le service après-vente.',
      'Pour {subject}, l’offre s’est élargie et les différences sont réelles.',
    ],
    hedged: [
      'Pour {subject}, quelques marques reviennent régulièrement ; vérifiez toutefois les prix actuels.',
      'Pour {subject}, mieux vaut partir de votre usage que d’un classement. Cela dit :',
    ],
    verdict: [
      'Pour {subject}, **{first}** est la recommandation la plus fréquente, suivie de près par **{second}**.',
      'La plupart des sources récentes citent d’abord **{first}** pour {subject} ; **{second}** est l’alternative habituelle.',
    ],
  },
  versus: [
    '{first} et {second} visent le même public, mais ne se vivent pas de la même façon au quotidien.',
    'Entre {first} et {second}, le choix tient surtout à vos habitudes.',
  ],
  contexts: [
    'Les modèles difficiles à trouver en ce moment ont été écartés.',
    'L’ordre suit la fréquence des recommandations, pas le prix.',
    'Tout dépend du temps que vous souhaitez consacrer à chaque tasse.',
    'Les prix varient sensiblement d’un revendeur à l’autre.',
  ],
  closings: {
    followUp: [
      'Voulez-vous que je compare deux de ces machines en détail ?',
      'Si vous m’indiquez votre budget et vos habitudes, je peux affiner la sélection.',
      'Avez-vous déjà du matériel ? Cela changerait ma recommandation.',
    ],
    summary: [
      '**En résumé :** {first} convient au plus grand nombre ; {second} mérite la comparaison.',
      'En bref, regardez d’abord {first}, puis {second}.',
      'Au final, {first} et {second} couvrent la plupart des besoins.',
    ],
    caveat: [
      'Mes informations peuvent dater : consultez des tests récents avant l’achat.',
      'Je ne vois pas les prix en temps réel, et les modèles changent souvent.',
      'Si possible, essayez la machine en magasin avant de vous décider.',
    ],
  },
  companion: ['Dans tous les cas, prévoyez un moulin : {n} {a}.', 'Le moulin compte tout autant ; {n} {a}.'],
  useCases: [
    'Le meilleur choix',
    'Le meilleur rapport qualité-prix',
    'Pour les boissons lactées',
    'Pour les petits espaces',
    'Pour les passionnés',
    'La plus simple au quotidien',
    'À considérer aussi',
  ],
  labels: {
    picks: ['Notre sélection', 'Les machines à retenir', 'Les meilleures options'],
    advice: ['Comment choisir', 'Les critères importants', 'Avant d’acheter'],
    comparison: ['Comparatif rapide', 'En un coup d’œil'],
    pros: 'Avantages',
    cons: 'Inconvénients',
    product: ['Machine', 'Modèle'],
    strengths: ['Points forts', 'Atouts'],
    weaknesses: ['Points faibles', 'Limites'],
    price: 'Prix',
    around: 'environ {price}',
    others: ['Autres options', 'Alternatives'],
    reasons: ['Ce qui plaide pour {n} : {an}, {bn}.', 'Les raisons de choisir {n} : {an}, {bn}.'],
    colon: ' :',
  },
  explanations: {},
}
