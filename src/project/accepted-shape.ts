import { shown } from './check-shape.ts'
import type { TablesShape } from './shape.ts'

/** `[[check.accepted]]` of app.toml. */
export const acceptedFindings: TablesShape = {
  kind: 'tables',
  about: 'Findings that are accepted until a date.',
  item: {
    kind: 'table',
    about: 'A finding of `app check` that is left as it is until a date.',
    required: ['id', 'reason', 'until'],
    keys: {
      id: { kind: 'text', about: 'Id of the check; `app check --list` shows all.' },
      reason: {
        kind: 'text',
        about: 'Why it is accepted; each report shows it.',
        allowed: 'text',
        check: (value) => (value.trim() === '' ? 'is empty.' : null),
      },
      until: {
        kind: 'text',
        about: 'The last day on which it is accepted, in UTC; afterwards it is an error.',
        pattern: String.raw`^\d{4}-\d{2}-\d{2}$`,
        allowed: 'a date in quotes, such as "2027-03-01"',
        check: (value) => (isDay(value) ? null : `is ${shown(value)}, not a date.`),
      },
    },
  },
}

function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text
}
