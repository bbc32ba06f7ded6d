/**
 * The commonest function words of languages that answers come in, none of them shared with English. English's own are
 * counted against them.
 */
const english = words(
  'the and of to with for is are that this it on as you your from at be have which its an',
)
const others = words(
  // German, Dutch
  'der die das und ist für mit nicht ein eine den dem auf sich auch im zu von bei wird het een niet voor zijn ook ' +
    // French, Spanish, Italian, Portuguese
    'le la les des du et est une pour avec dans sur qui que pas au aux el los las una por para del il di che della ' +
    'um uma não os dos da em ' +
    // Scandinavian languages, Polish, Turkish
    'och att det som på av är en til og ikke er med jest nie na się oraz ve bir bu için ile',
)

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}

/** Words that are looked at: the language of an answer shows in its first sentences. */
const maxWords = 100

/**
 * Whether a text is surely in another language than English: at least five function words of others, and more than of
 * English. Short and mixed texts are taken to be English.
 */
export function isForeign(text: string): boolean {
  let ours = 0
  let theirs = 0
  let seen = 0
  for (const [word] of text.matchAll(/\p{L}+/gu)) {
    const lower = word.toLowerCase()
    if (english.has(lower)) ours += 1
    else if (others.has(lower)) theirs += 1
    seen += 1
    if (seen === maxWords) break
  }
  return theirs >= 5 && theirs > ours
}
