export function sumBy<T>(items: Iterable<T>, of: (item: T) => number): number {
  let sum = 0
  for (const item of items) sum += of(item)
  return sum
}
