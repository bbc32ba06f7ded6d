/** The 97.5 % quantile of the standard normal distribution. */
export const normal975 = 1.959963984540054

/** Lanczos' coefficients for g = 7 (Numerical Recipes, 3rd ed., 6.1, in the form of P. Godfrey). */
const lanczos = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
]

/** The logarithm of the gamma function of a positive number, to about 1e-15 of its value. */
export function logGamma(value: number): number {
  const x = value - 1
  const sum = lanczos.reduce((all, factor, index) => all + (index === 0 ? factor : factor / (x + index)), 0)
  const t = x + 7.5
  return 0.5 * Math.log(2 * Math.PI) + (x + 0.5) * Math.log(t) - t + Math.log(sum)
}

/** The regularized incomplete beta function I_x(a, b). Source: Numerical Recipes, 3rd ed., 6.4. */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x))
  // The continued fraction converges fast only on this side; the other one is its mirror image.
  if (x < (a + 1) / (a + b + 2)) return (front * betaFraction(x, a, b)) / a
  return 1 - (front * betaFraction(1 - x, b, a)) / b
}

const tiny = 1e-300

/** The continued fraction of the incomplete beta function by Lentz's method. */
function betaFraction(x: number, a: number, b: number): number {
  const apart = (value: number) => (Math.abs(value) < tiny ? tiny : value)
  let c = 1
  let d = 1 / apart(1 - ((a + b) * x) / (a + 1))
  let result = d
  for (let m = 1; m <= 10_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / apart(1 + even * d)
    c = apart(1 + even / c)
    result *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / apart(1 + odd * d)
    c = apart(1 + odd / c)
    result *= d * c
    if (Math.abs(d * c - 1) < 1e-15) break
  }
  return result
}

/** From this many degrees of freedom on, t equals the normal distribution to 1e-8. */
const maxDegrees = 1e8

/**
 * The two-sided p-value of Student's t.
 * @param df degrees of freedom, at least 1; not necessarily an integer
 */
export function twoSidedP(t: number, df: number): number {
  const degrees = Math.min(df, maxDegrees)
  return incompleteBeta(degrees / (degrees + t * t), degrees / 2, 0.5)
}

/**
 * The t whose central interval covers 95% of Student's distribution.
 * @param df degrees of freedom, at least 1; not necessarily an integer
 */
export const t975 = (df: number): number => tOf(0.05, df)

/**
 * The 80% quantile of Student's t, whose central interval covers 60%. Gives a test a power of 80%.
 * @param df as above
 */
export const t80 = (df: number): number => tOf(0.4, df)

/** The t whose two-sided p-value is `level`, by Newton's method within a bracket. */
export function tOf(level: number, df: number): number {
  const degrees = Math.min(df, maxDegrees)
  let [low, high] = [0, 2]
  while (twoSidedP(high, degrees) > level) [low, high] = [high, 2 * high]
  const scale = Math.exp(logGamma((degrees + 1) / 2) - logGamma(degrees / 2)) / Math.sqrt(degrees * Math.PI)
  let t = (low + high) / 2
  for (let step = 0; step < 100; step++) {
    const excess = twoSidedP(t, degrees) - level
    if (excess > 0) low = t
    else high = t
    const slope = -2 * scale * (1 + (t * t) / degrees) ** (-(degrees + 1) / 2)
    const newton = t - excess / slope
    const next = newton > low && newton < high ? newton : (low + high) / 2
    if (Math.abs(next - t) < 1e-12 * t) return next
    t = next
  }
  return t
}
