import type { Evidence } from '../../check/check.ts'

/** What was seen, on one line: `request: method POST, path /webhooks, status 200`. */
export function evidenceLine({ kind, ...facts }: Evidence): string {
  const shown = Object.entries(facts).map(([name, value]) => `${name} ${plain(value)}`)
  return `${kind}: ${shown.join(', ')}`
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
