/** One line of the targets in docs/performance.md: what was measured in this run, beside what it should be. */
export interface Figure {
  readonly what: string
  readonly value: number
  readonly limit: number
  /** Whether more than the limit or less than it misses the target. */
  readonly wanted: 'at most' | 'at least'
  readonly unit: string
  /** What it is made of: a table for the report. */
  readonly details?: string
}

export function isMet({ value, limit, wanted }: Figure): boolean {
  return wanted === 'at most' ? value <= limit : value >= limit
}

/** `1.05x (target at most 1.40x)`, and by how much a missed one is missed. */
export function figureRow(figure: Figure): string {
  const { what, value, limit, wanted, unit } = figure
  const missedBy = `missed by ${Math.abs((value / limit - 1) * 100).toFixed(0)} %`
  return `| ${what} | ${wanted} ${shown(limit, unit)} | ${shown(value, unit)} | ${isMet(figure) ? 'met' : missedBy} |`
}

export const figureHead = '| measurement | target | measured | result |\n| --- | --- | --- | --- |'

function shown(value: number, unit: string): string {
  const text = value >= 100 ? value.toFixed(0) : value.toFixed(2)
  return unit === 'x' ? `${text}x` : `${text} ${unit}`.trim()
}
