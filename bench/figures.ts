/** A row of the targets in docs/performance.md: the value measured in this run and its target. */
export interface Figure {
  readonly what: string
  readonly value: number
  readonly limit: number
  /** Whether the limit is a maximum or a minimum. */
  readonly wanted: 'at most' | 'at least'
  readonly unit: string
  /** Table of the measured parts for the report. */
  readonly details?: string
}

export function isMet({ value, limit, wanted }: Figure): boolean {
  return wanted === 'at most' ? value <= limit : value >= limit
}

/** Formats `1.05x (target at most 1.40x)`, and by how much a missed target is missed. */
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
