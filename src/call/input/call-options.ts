import { AppError } from '../../errors.ts'

type Given = Readonly<Record<string, unknown>>

export type Format = 'view' | 'json' | 'ndjson' | 'csv'

/** How a call is to be shown and sent, beyond what the endpoint itself is asked. */
export interface CallOptions {
  readonly format: Format
  readonly fields: readonly string[] | null
  readonly isIncluding: boolean
  readonly preview: 'dry-run' | 'curl' | null
  readonly perMinute: number | undefined
}

/** Raises `usage.invalid` for flags that contradict each other. */
export function callOptionsOf(flags: Given, { isJson }: { isJson: boolean }): CallOptions {
  const formats = (['json', 'ndjson', 'csv'] as const).filter((name) =>
    name === 'json' ? isJson : flags[name] === true,
  )
  if (formats.length > 1) throw contradiction(formats.map((name) => `--${name}`))
  const previews = (['dry-run', 'curl'] as const).filter((name) => flags[name] === true)
  if (previews.length > 1) throw contradiction(['--dry-run', '--curl'])
  return {
    format: formats[0] ?? 'view',
    fields: fieldsOf(flags['fields']),
    isIncluding: flags['include'] === true,
    preview: previews[0] ?? null,
    perMinute: typeof flags['max-rate'] === 'number' ? flags['max-rate'] : undefined,
  }
}

function fieldsOf(given: unknown): readonly string[] | null {
  if (typeof given !== 'string') return null
  const fields = given.split(',').map((field) => field.trim())
  if (fields.some((field) => field === '' || field.split('.').includes(''))) {
    throw new AppError('usage.invalid', `--fields ${given}: expected names with commas between them.`, {
      suggestions: ['For example: --fields id,customer.name'],
    })
  }
  return fields
}

function contradiction(names: readonly string[]): AppError {
  return new AppError('usage.invalid', `${names.join(' and ')} contradict each other.`)
}
