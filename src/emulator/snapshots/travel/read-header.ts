import { AppError } from '../../../errors.ts'
import { isStoreCode } from './check-travelled.ts'
import { FORMAT_VERSION, type TableLine, type TravelHeader } from './lines.ts'

type Reject = (why: string) => never

type Values = Readonly<Record<string, unknown>>

/** Checks the first line. Raises errors of `refuse`, and `storage.newer` for lines that this version cannot read. */
export function readHeader(line: unknown, refuse: Reject): TravelHeader {
  const { format, formatVersion, name, savedAt, version, schema, stores } = objectOf(line)
  if (format !== 'svcapp-snapshot') refuse('it is not an svcapp snapshot')
  rejectNewerFormat(formatVersion, version)
  const { registry, store } = objectOf(schema)
  if (formatVersion !== FORMAT_VERSION || typeof name !== 'string') return refuse(VAGUE)
  if (!isTime(savedAt) || !isRelease(version)) return refuse(VAGUE)
  if (!isVersion(registry) || !isVersion(store) || !isCodes(stores)) return refuse(VAGUE)
  const at = new Date(savedAt).toISOString()
  return { format: 'svcapp-snapshot', formatVersion, name, savedAt: at, version, schema: { registry, store }, stores }
}

const VAGUE = 'its first line is not a snapshot header'

function rejectNewerFormat(formatVersion: unknown, version: unknown): void {
  if (typeof formatVersion !== 'number' || formatVersion <= FORMAT_VERSION) return
  throw new AppError('storage.newer', 'The file was exported by a newer version of svcapp.', {
    suggestions: ['npm install --save-dev svcapp@latest', 'app version'],
    details: { version: isRelease(version) ? version : null },
  })
}

export function readTableLine(line: unknown, refuse: Reject): TableLine {
  const { store, table, columns } = objectOf(line)
  const isWhole =
    (store === null || typeof store === 'string') &&
    typeof table === 'string' &&
    Array.isArray(columns) &&
    columns.every((column): column is string => typeof column === 'string')
  return isWhole ? { store, table, columns } : refuse('one of its lines is neither a row nor a table')
}

function objectOf(value: unknown): Values {
  return typeof value === 'object' && value !== null ? (value as Values) : {}
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value))
}

function isRelease(value: unknown): value is string | null {
  return value === null || (typeof value === 'string' && value.length <= 64)
}

function isVersion(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

/** Codes must be unique because they are file names. */
function isCodes(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isStoreCode) && new Set(value).size === value.length
}
