/** Nearest-rank percentiles in ms; null without measurements. */
export interface Percentiles {
  readonly p50: number | null
  readonly p95: number | null
  readonly p99: number | null
}

/** Returns nearest ranks: the smallest measured value that this percentage of values does not exceed. */
export function percentiles(values: readonly number[]): Percentiles {
  const sorted = Float64Array.from(values).toSorted()
  const rank = (percent: number) => sorted[Math.max(Math.ceil((percent / 100) * sorted.length) - 1, 0)] ?? null
  return { p50: rank(50), p95: rank(95), p99: rank(99) }
}
