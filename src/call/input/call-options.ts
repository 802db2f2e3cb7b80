import { AppError } from '../../errors.ts'
import { ALL_REGIONS } from '../../tasks/call/open-regions.ts'

export type Format = 'view' | 'json' | 'ndjson' | 'csv'

/** How a call is sent and shown: everything typed except the endpoint's own input. */
export interface CallOptions {
  readonly store: string | undefined
  readonly region: string | undefined
  /** `--region all`. */
  readonly isFanOut: boolean
  readonly isDebug: boolean
  /** `--yes`. */
  readonly isAgreed: boolean
  readonly perMinute: number | undefined
  readonly preview: 'dry-run' | 'curl' | null
  readonly format: Format
  readonly fields: readonly string[] | null
  readonly isIncluding: boolean
  /** Read every page of a list. */
  readonly isAll: boolean
  /** Maximum number of rows of a paged list. */
  readonly limit: number | undefined
  /** Options of a list by cursor; null for a single request of it. */
  readonly changes: ChangesOptions | null
  /** Rows per request of a bulk write. */
  readonly chunkRows: number | undefined
  readonly failedOut: string | undefined
}

export interface ChangesOptions {
  readonly isFollowing: boolean
  readonly cursorFile: string | undefined
  readonly since: string | undefined
  readonly interval: string | undefined
}

interface Typed {
  readonly flags: Readonly<Record<string, unknown>>
  /** `--json`. */
  readonly isJson: boolean
}

/** Reads the options of a call. Raises `usage.invalid` for flags that contradict each other. */
export function readCallOptions({ flags, isJson }: Typed): CallOptions {
  const is = (name: string) => flags[name] === true
  const text = (name: string) => (typeof flags[name] === 'string' ? flags[name] : undefined)
  const number = (name: string) => (typeof flags[name] === 'number' ? flags[name] : undefined)
  const changes = { isFollowing: is('follow'), cursorFile: text('cursor-file'), since: text('since') }
  const isChanges = ['all', 'follow', 'cursor-file', 'since', 'interval'].some((name) => flags[name] !== undefined)
  return {
    store: text('store'),
    region: text('region'),
    isFanOut: flags['region'] === ALL_REGIONS,
    isDebug: is('debug'),
    isAgreed: is('yes'),
    perMinute: number('max-rate'),
    preview: oneOf(['dry-run', 'curl'], is),
    format: oneOf(['json', 'ndjson', 'csv'], (name) => (name === 'json' ? isJson : is(name))) ?? 'view',
    fields: splitFields(text('fields')),
    isIncluding: is('include'),
    isAll: is('all'),
    limit: number('limit'),
    changes: isChanges ? { ...changes, interval: text('interval') } : null,
    chunkRows: number('chunk-size'),
    failedOut: text('failed-out'),
  }
}

function oneOf<const Name extends string>(names: readonly Name[], isGiven: (name: Name) => boolean): Name | null {
  const given = names.filter(isGiven)
  const [first = null, ...others] = given
  if (others.length === 0) return first
  throw new AppError('usage.invalid', `${given.map((name) => `--${name}`).join(' and ')} cannot be used together.`, {
    suggestions: ['Use only one of them.'],
  })
}

function splitFields(given: string | undefined): readonly string[] | null {
  if (given === undefined) return null
  const fields = given.split(',').map((field) => field.trim())
  if (fields.some((field) => field === '' || field.split('.').includes(''))) {
    throw new AppError('usage.invalid', `--fields ${given} is not a comma-separated list of names.`, {
      suggestions: ['Separate field names with commas, for example: --fields id,customer.name'],
    })
  }
  return fields
}
