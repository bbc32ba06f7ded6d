/** Titles of “not found” pages, in the most common languages of sites. */
const notFound = [
  /^\s*404\s*$/,
  /\b404\b.{0,20}(?:error|not found|page)/,
  /\berror\b.{0,5}404\b/,
  /\b(?:page|file|document|url|site|article|product) (?:was |is |could |can ?)?(?:not|n['’]t) (?:be )?found\b/,
  /^\s*not found\s*$/,
  /\bpage (?:does ?n['’]t|does not|no longer) exists?\b/,
  /seite (?:wurde )?nicht gefunden/,
  /page (?:non trouv[ée]e|introuvable)/,
  /p[áa]gina no encontrada/,
  /p[áa]gina n[ãa]o encontrada/,
  /pagina non trovata/,
  /pagina niet gevonden/,
  /nie znaleziono strony/,
  /sidan (?:kunde inte hittas|hittades inte)/,
  /страница не найдена/,
  /ページが見つかりません/,
  /(?:页面不存在|找不到页面|頁面不存在|找不到網頁)/,
  /페이지를 찾을 수 없습니다/,
]

/** Whether a title or heading says that the page does not exist. */
export function isNotFoundTitle(title: string): boolean {
  const text = title.toLowerCase()
  return notFound.some((wording) => wording.test(text))
}
