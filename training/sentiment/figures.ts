/** Praise, criticism, or neither. */
export const classes = ['+', '-', '0'] as const
export type Label = (typeof classes)[number]

export interface Judged {
  gold: Label
  read: Label
}

/** The mean F1 of the three classes. */
function macroF1(cases: readonly Judged[]): number {
  const scores = classes.map((label) => {
    const right = cases.filter(({ gold, read }) => gold === label && read === label).length
    const wrong = cases.filter(({ gold, read }) => (gold === label) !== (read === label)).length
    return right === 0 ? 0 : (2 * right) / (2 * right + wrong)
  })
  return scores.reduce((sum, score) => sum + score, 0) / scores.length
}

/** One row of a Markdown table. In the matrix, rows are labels and columns are readings. */
export function row(title: string, cases: readonly Judged[]): string {
  const count = (gold: Label, read?: Label) =>
    cases.filter((one) => one.gold === gold && (read === undefined || one.read === read)).length
  const matrix = classes.map((gold) => classes.map((read) => count(gold, read)).join(' ')).join(' / ')
  const falsely = count('0') - count('0', '0')
  return `| ${title} | ${cases.length} | ${macroF1(cases).toFixed(3)} | ${falsely} of ${count('0')} | ${matrix} |`
}
