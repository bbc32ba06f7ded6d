/** Verbs against a harm, which then does not count as a fault: "removes stubborn stains". */
export const remedies = `remove removes removed removing kill kills killing fight fights fighting relieve
  relieves relieving relieved prevent prevents preventing prevented protect protects protecting protected
  shield shields shielding guard guards guarding safeguard safeguards block blocks blocking detect detects
  detecting reduce reduces reducing reduced eliminate eliminates eliminating eliminated treat treats treating
  soothe soothes soothing ease eases easing alleviate alleviates minimize minimizes minimise minimises combat
  combats combating tackle tackles tackling handle handles handling resist resists resisting withstand
  withstands withstanding absorb absorbs absorbing solve solves solved fix fixes fixed fixing resolve resolves
  resolved cancel cancels canceling cancelling filter filters repel repels repelling neutralize neutralizes
  neutralise neutralises banish banishes dissolve dissolves stop stops cure cures heal heals repair repairs
  clean cleans cleaning cut cuts cutting crush crushes crushing destroy destroys rid fade fades fading defend
  defends survive survives survived dampen dampens lighten lightens tame tames banishing conquer conquers
  overcome overcomes counter counters counteract counteracts mask masks trap traps trapping capture captures
  capturing suppress suppresses deter deters monitor monitors sense senses catch catches catching
  identify identifies intercept intercepts thwart thwarts stopped blocked`

/** Harms that are not bad news about a product. */
export const harms = `germ germs bacteria virus viruses mold mould mildew stain stains odor odors odour odours
  grease grime dirt dust hair lint allergens allergies allergy acne pimples blemishes itching itch wrinkles
  dandruff rust scratches scratch cracks moisture glare impact impacts vibration vibrations noise malware
  spyware ransomware phishing spam ads trackers ice garlic nuts mud snow rain wind weather terrain hills
  puddles spills spill crumbs debris pests bugs weeds ticks fleas mosquitoes insects sweat smell smells smoke
  pollen tangles frizz cavities plaque tartar chlorine lead pollutants toxins cold heat humidity theft thieves
  burglars hackers intruders fatigue blackout blackouts outage outages sun uv drops falls drop fall shocks
  shock leaks crashes errors blisters pain pains crash panic fraud scam scams threat threats risk risks error
  damage stress pressure tension strain soreness swelling inflammation irritation redness dryness injury
  injuries attack attacks breach breaches failure failures problem problems fire flood disaster fear anxiety
  hunger distraction distractions interference wear tear abuse accident accidents emergency emergencies defect
  defects aches ache cramps hassle worry worries clutter mess conflict conflicts waste loss losses bloating chipping
  flaking peeling smudging
  hangover chemicals logins leak harm`

/** Nouns after a harm in the name of a remedy: "shock absorption", "crash sensors". */
export const guards = `protection protector protectors protected resistance resistant proof prevention
  preventer relief absorption absorbing absorber absorbers detection detector detectors blocker blockers
  blocking removal remover removers killer killers filter filters guard guards shield shields alert alerts
  sensor sensors alarm alarms control reduction reducing cancellation cancelling canceling repellent recovery
  button buttons avoidance monitor monitoring treatment treatments insurance coverage fighting fighter
  relieving preventing proofing suppression suppressor isolation test tests tested testing warning warnings
  contact contacts kit kits response management dampening safety defense defence bag bags bin can cans skin
  knees feet joints muscles exit lights light hotline services`

/** Parts of the body: "bad knees" are the buyer's. */
export const bodyParts = `knee knees back backs foot feet ankle ankles heel heels hip hips neck shoulder
  shoulders wrist wrists joint joints muscle muscles skin hair scalp eyes eye teeth gums sleep sleeper sleepers
  arches posture stomach digestion throat nose sinuses ears hands nails lips bladder heart`
