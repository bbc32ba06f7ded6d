/** Link texts that fit any link, in the most common languages of sites. */
const generic = new Set(
  [
    'click here|click|here|this|this page|this link|link|more|read more|learn more|see more|view more|find out more|more info',
    'more information|continue reading|go|details|hier|hier klicken|klicken sie hier|mehr|mehr erfahren|mehr lesen|weiterlesen',
    'weitere informationen|ici|cliquez ici|en savoir plus|lire la suite|plus|plus d’infos|aquí|haga clic aquí|haz clic aquí',
    'más|leer más|ver más|más información|saber más|qui|clicca qui|leggi tutto|leggi di più|scopri di più|clique aqui|aqui',
    'leia mais|saiba mais|ver mais|klik hier|lees meer|lees verder|meer|meer informatie|läs mer|mere|læs mere|les mer',
    'kliknij tutaj|tutaj|więcej|czytaj więcej|dowiedz się więcej|здесь|тут|подробнее|читать далее|ещё|こちら|詳しくはこちら',
    '続きを読む|もっと見る|点击这里|更多|查看更多|了解更多|阅读更多|點擊這裡|了解更多資訊|여기|더 보기|자세히 보기',
  ].flatMap((words) => words.split('|')),
)
const maxLength = 40

/** Whether a link text fits any link. Ignores punctuation, arrows and case. */
export function isGeneric(text: string): boolean {
  if (text.length > maxLength * 2) return false
  const words = text
    .toLowerCase()
    .replaceAll("'", '’')
    .replace(/[^\p{L}\p{N}’]+/gu, ' ')
    .trim()
  return words.length <= maxLength && generic.has(words)
}
