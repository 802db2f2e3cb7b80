import { shown } from './check-shape.ts'
import type { TablesShape } from './shape.ts'

/** Shape of `[[check.accepted]]` in app.toml. */
export const acceptedFindings: TablesShape = {
  kind: 'tables',
  about: 'Findings of `app check` that are accepted until a date.',
  item: {
    kind: 'table',
    about: 'An accepted finding of `app check`.',
    required: ['id', 'reason', 'until'],
    keys: {
      id: { kind: 'text', about: 'Check id, as listed by `app check --list`.' },
      reason: {
        kind: 'text',
        about: 'Reason for accepting the finding, shown in each report.',
        allowed: 'text',
        check: (value) => (value.trim() === '' ? 'is empty.' : null),
      },
      until: {
        kind: 'text',
        about: 'Last day on which the finding is accepted, in UTC.',
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
