import { expect, it } from 'vitest'
import { incompleteBeta, logGamma, normal975, t80, t975, twoSidedP } from './distributions.ts'

// Quantiles from printed tables of Student's distribution.
it.each([
  [1, 12.706204736],
  [2, 4.30265273],
  [3, 3.182446305],
  [4, 2.776445105],
  [5, 2.570581836],
  [9, 2.262157163],
  [10, 2.228138852],
  [29, 2.045229642],
  [30, 2.042272456],
  [60, 2.000297822],
  [120, 1.979930405],
  [1000, 1.962339081],
  [1e9, normal975],
])('the 97.5%% quantile of t with %d degrees of freedom is %d', (df, quantile) => {
  expect(t975(df)).toBeCloseTo(quantile, 7)
})

it('finds quantiles for fractional degrees of freedom', () => {
  for (let df = 1; df < 300; df *= 1.07) {
    expect(twoSidedP(t975(df), df)).toBeCloseTo(0.05, 11)
    expect(t975(df * 1.07)).toBeLessThan(t975(df))
  }
})

it.each([
  [1, 1.37638192],
  [2, 1.060660172],
  [10, 0.879057785],
  [60, 0.847652981],
  [1e9, 0.841621234],
])('the 80%% quantile of t with %i degrees of freedom is %d', (df, quantile) => {
  expect(t80(df)).toBeCloseTo(quantile, 5)
  expect(twoSidedP(t80(df), Math.min(df, 1e8))).toBeCloseTo(0.4, 6)
})

it('p-values match the closed forms for one and two degrees of freedom', () => {
  for (const t of [0, 0.1, 0.5, 1, 2, 5, 40]) {
    expect(twoSidedP(t, 1)).toBeCloseTo(1 - (2 / Math.PI) * Math.atan(t), 12)
    expect(twoSidedP(-t, 2)).toBeCloseTo(1 - t / Math.sqrt(2 + t * t), 12)
  }
})

it('logGamma and incompleteBeta match known values', () => {
  expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.PI) / 2, 13)
  expect(logGamma(11)).toBeCloseTo(Math.log(3_628_800), 12)
  // I_x(2, 3) = x²(6 − 8x + 3x²), and its mirror image.
  for (const x of [0, 0.1, 0.5, 0.93, 1]) {
    expect(incompleteBeta(x, 2, 3)).toBeCloseTo(x * x * (6 - 8 * x + 3 * x * x), 13)
    expect(incompleteBeta(1 - x, 3, 2)).toBeCloseTo(1 - x * x * (6 - 8 * x + 3 * x * x), 13)
  }
})
