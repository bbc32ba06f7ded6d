import type { AspectTexts } from './pack.ts'

// biome-ignore format: one opinion a line reads as a table
export const frenchAspects: AspectTexts = {
  temperature: {
    good: { says: ['maintient une excellente stabilité en température', 'garde une température très régulière grâce à son PID'], notes: ['excellente stabilité en température', 'régulation PID précise'] },
    bad: { says: ['perd en température dès le troisième café', 'gère mal les torréfactions claires'], notes: ['température instable', 'régulation décevante'] },
  },
  steam: {
    good: { says: ['fournit une vapeur puissante et sèche', 'produit une superbe micro-mousse'], notes: ['vapeur puissante', 'superbe micro-mousse'] },
    bad: { says: ['manque cruellement de vapeur', 'met beaucoup trop de temps à mousser le lait'], notes: ['vapeur trop faible', 'moussage lent'] },
  },
  taste: {
    good: { says: ['donne un espresso rond et très équilibré', 'offre en tasse une belle crema dense'], notes: ['espresso rond et équilibré', 'belle crema dense'] },
    bad: { says: ['donne un café plutôt plat et amer', 'déçoit en tasse'], notes: ['café plat et amer', 'crema décevante'] },
  },
  build: {
    good: { says: ['bénéficie d’une excellente qualité de fabrication', 'inspire confiance avec sa carrosserie en inox'], notes: ['excellente qualité de fabrication', 'carrosserie solide en inox'] },
    bad: { says: ['fait trop de place au plastique bas de gamme', 'souffre d’une finition médiocre'], notes: ['plastique bas de gamme', 'finition médiocre'] },
  },
  design: {
    good: { says: ['séduit par un design très élégant', 'se remarque par de belles couleurs et des lignes sobres'], notes: ['design élégant', 'très belles finitions'] },
    bad: { says: ['accuse son âge côté design', 'présente une façade confuse'], notes: ['design daté', 'façade confuse'] },
  },
  price: {
    good: { says: ['offre un excellent rapport qualité-prix', 'coûte nettement moins cher que ses rivales'], notes: ['excellent rapport qualité-prix', 'prix attractif'] },
    bad: { says: ['reste trop chère pour ce qu’elle propose', 'affiche un prix excessif'], notes: ['prix excessif', 'accessoires trop chers'] },
  },
  running: {
    good: { says: ['revient peu cher à la tasse', 's’amortit vite en usage quotidien'], notes: ['faible coût par tasse', 'vite amortie'] },
    bad: { says: ['finit par coûter cher à la tasse', 'impose des consommables hors de prix'], notes: ['coût par tasse élevé', 'consommables hors de prix'] },
  },
  ease: {
    good: { says: ['se prend en main très facilement', 'pardonne bien les erreurs des débutants'], notes: ['prise en main facile', 'idéal pour débuter'] },
    bad: { says: ['demande un apprentissage fastidieux', 'déroute par des commandes compliquées'], notes: ['apprentissage fastidieux', 'commandes compliquées'] },
  },
  size: {
    good: { says: ['trouve facilement sa place dans une petite cuisine', 'prend très peu de place'], notes: ['encombrement minimal', 'format bien pensé'] },
    bad: { says: ['encombre trop un petit plan de travail', 'ne passe pas sous la plupart des meubles hauts'], notes: ['trop encombrant', 'format peu pratique'] },
  },
  noise: {
    good: { says: ['fonctionne dans un silence agréable', 'profite d’une pompe bien amortie'], notes: ['agréablement silencieux', 'pompe bien amortie'] },
    bad: { says: ['fait un bruit désagréable', 'vibre au point de déplacer la tasse'], notes: ['pompe bruyante', 'vibrations gênantes'] },
  },
  heatup: {
    good: { says: ['chauffe en moins de trois minutes', 'se montre très rapide au démarrage'], notes: ['chauffe rapide', 'très pratique le matin'] },
    bad: { says: ['met vingt longues minutes à chauffer', 'souffre d’un temps de chauffe pénible'], notes: ['chauffe trop lente', 'attente pénible le matin'] },
  },
  service: {
    good: { says: ['s’appuie sur un excellent service après-vente', 'propose une garantie généreuse et un bon réseau de réparateurs'], notes: ['excellent service après-vente', 'garantie généreuse'] },
    bad: { says: ['laisse ses clients attendre des semaines', 'souffre d’un service après-vente médiocre'], notes: ['service après-vente médiocre', 'délais de réparation interminables'] },
  },
  repair: {
    good: { says: ['se répare facilement avec des pièces standard', 'fournit toutes les pièces et une excellente documentation'], notes: ['facile à réparer', 'pièces bien disponibles'] },
    bad: { says: ['reste presque impossible à réparer soi-même', 'ne vend aucune pièce aux particuliers'], notes: ['difficile à réparer', 'pièces introuvables'] },
  },
  reliability: {
    good: { says: ['jouit d’une excellente réputation de fiabilité', 'tourne des années sans souci selon les réparateurs'], notes: ['excellente fiabilité', 'des années sans souci'] },
    bad: { says: ['connaît trop de pannes de pompe après un an', 'manque encore de fiabilité'], notes: ['pannes trop fréquentes', 'fiabilité à prouver'] },
  },
  cleaning: {
    good: { says: ['se nettoie très facilement', 'demande peu d’entretien grâce à un bon rinçage automatique'], notes: ['entretien facile', 'bon rinçage automatique'] },
    bad: { says: ['se nettoie difficilement', 's’encrasse vite et réclame sans cesse un détartrage'], notes: ['entretien pénible', 'encrassement rapide'] },
  },
  milk: {
    good: { says: ['prépare une excellente mousse de lait', 'réussit très bien les boissons au lait d’avoine'], notes: ['excellente mousse de lait', 'très bons cappuccinos'] },
    bad: { says: ['donne une mousse de lait décevante', 'sert le lait tiède'], notes: ['mousse de lait décevante', 'lait tiède'] },
  },
  app: {
    good: { says: ['profite d’une application vraiment utile', 'propose de très bons profils dans son application'], notes: ['application vraiment utile', 'très bons profils'] },
    bad: { says: ['pâtit d’une application pleine de bugs', 'cache ses réglages dans des menus confus'], notes: ['application pleine de bugs', 'menus confus'] },
  },
  grind: {
    good: { says: ['offre une mouture très régulière', 'se règle en continu avec une excellente précision'], notes: ['mouture très régulière', 'excellent réglage continu'] },
    bad: { says: ['donne une mouture irrégulière en espresso', 'n’offre que des crans trop grossiers'], notes: ['mouture irrégulière', 'crans trop grossiers'] },
  },
  retention: {
    good: { says: ['ne retient presque pas de café', 'ne gaspille presque rien'], notes: ['rétention minime', 'idéal en mono-dose'] },
    bad: { says: ['retient trop de vieux café', 'projette de la mouture partout'], notes: ['rétention excessive', 'électricité statique gênante'] },
  },
  energy: {
    good: { says: ['consomme très peu', 'dispose d’un bon mode éco'], notes: ['très faible consommation', 'bon mode éco'] },
    bad: { says: ['gaspille de l’énergie en veille', 'consomme beaucoup trop'], notes: ['consommation excessive', 'veille gourmande'] },
  },
  capacity: {
    good: { says: ['supporte bien les matinées chargées', 'dispose d’un réservoir généreux'], notes: ['réservoir généreux', 'parfait à plusieurs'] },
    bad: { says: ['souffre d’un réservoir trop petit', 'peine à enchaîner les cafés'], notes: ['réservoir trop petit', 'lenteur dès le troisième café'] },
  },
  waste: {
    good: { says: ['reprend gratuitement les capsules usagées', 'propose désormais de bonnes capsules compostables'], notes: ['reprise gratuite des capsules', 'bonnes capsules compostables'] },
    bad: { says: ['génère un déchet inutile à chaque tasse', 'reste mauvaise pour l’environnement'], notes: ['déchets inutiles', 'trop d’emballages'] },
  },
  launch: {
    good: { says: ['vient de sortir et impressionne avec deux chaudières au prix d’une seule', 'reçoit pour son lancement d’excellentes premières critiques'], notes: ['nouveauté aux excellentes critiques', 'contrôle du débit impressionnant'] },
    bad: { says: ['reste trop récente pour juger de sa durée de vie', 'souffre de retards de livraison'], notes: ['retards de livraison', 'pas encore de recul'] },
  },
  recall: {
    good: { says: ['répare gratuitement toutes les machines rappelées', 'remplace gratuitement les machines concernées'], notes: ['réparation gratuite', 'remplacement gratuit'] },
    bad: { says: ['fait l’objet d’un rappel pour des buses vapeur dangereuses qui fuient', 'a dû rappeler des machines après des brûlures dues à une valve défectueuse'], notes: ['rappel pour fuite de vapeur', 'plaintes de sécurité depuis le rappel'] },
  },
}
