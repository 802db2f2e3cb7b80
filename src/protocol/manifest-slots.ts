import { isRecord, type ManifestNote } from './manifest-note.ts'

/** The six slot types (EMB-021 to EMB-026); the platform silently drops a slot of any other type. */
export const slotTypes = [
  'fullpage',
  'settings',
  'order-detail',
  'customer-detail',
  'product-detail',
  'storefront-block',
] as const

export type SlotType = (typeof slotTypes)[number]

/** A slot of the app in the store admin or storefront. */
export interface Slot {
  readonly type: SlotType
  /** Path relative to the app's root: `orders`, not `/orders`. */
  readonly path: string
  readonly label: string
}

export interface CheckedSlots {
  readonly slots: readonly Slot[]
  readonly problems: readonly ManifestNote[]
  readonly warnings: readonly ManifestNote[]
}

/**
 * Checks `slots[]`. A slot with an unknown type is dropped, as on the platform, but reported. If
 * `appUrl` is null, origins are not compared.
 */
export function checkSlots(value: unknown, appUrl: URL | null): CheckedSlots {
  if (value === undefined || value === null) return { slots: [], problems: [], warnings: [] }
  if (!Array.isArray(value)) {
    const problem = {
      path: 'slots',
      code: 'slots',
      message: 'slots must be an array of objects with type, path and label.',
    }
    return { slots: [], problems: [problem], warnings: [] }
  }
  const checked = value.map((slot, index) => checkSlot(slot, `slots[${index}]`, appUrl))
  const slots = checked.flatMap(({ slot }) => slot ?? [])
  return {
    slots,
    problems: checked.flatMap(({ problems }) => problems),
    warnings: [...checked.flatMap(({ warnings }) => warnings), ...warnOfSecondPanel(slots)],
  }
}

interface CheckedSlot {
  readonly slot: Slot | null
  readonly problems: readonly ManifestNote[]
  readonly warnings: readonly ManifestNote[]
}

function checkSlot(value: unknown, at: string, appUrl: URL | null): CheckedSlot {
  const { type, path, label } = isRecord(value) ? value : {}
  if (typeof type === 'string' && !isSlotType(type)) {
    const message = `Unknown slot type, so the platform drops the slot. Types: ${slotTypes.join(', ')}.`
    return { slot: null, problems: [], warnings: [{ path: `${at}.type`, code: 'slot-type-unknown', message }] }
  }
  if (!isSlotType(type) || typeof path !== 'string' || typeof label !== 'string' || label.trim() === '') {
    return { slot: null, problems: missingFields({ type, path, label }, at), warnings: [] }
  }
  const problems = checkPath(path, `${at}.path`, appUrl)
  return { slot: problems.length === 0 ? { type, path, label } : null, problems, warnings: [] }
}

export function isSlotType(type: unknown): type is SlotType {
  return slotTypes.some((known) => known === type)
}

/** An empty path is the app's root; an empty label would be a button without text. */
function missingFields(slot: Readonly<Record<string, unknown>>, at: string): ManifestNote[] {
  const message = 'Every slot needs type, path and label as text.'
  return Object.entries(slot)
    .filter(([name, value]) => typeof value !== 'string' || (name === 'label' && value.trim() === ''))
    .map(([name]) => ({ path: `${at}.${name}`, code: 'slot-field', message }))
}

function checkPath(path: string, at: string, appUrl: URL | null): ManifestNote[] {
  const refuse = (code: string, message: string) => [{ path: at, code, message }]
  if (path.startsWith('//'))
    return refuse('slot-path-host', 'The path must not start with //, because it would point to another host.')
  if (/^[a-z][a-z0-9+.-]*:/i.test(path)) {
    return refuse('slot-path-absolute', 'The path must be relative to the app, without scheme and host.')
  }
  if (path.startsWith('/')) {
    return refuse('slot-path-absolute', 'The path must be relative to the app, for example orders instead of /orders.')
  }
  if (appUrl !== null && resolveSlotPath(appUrl, path)?.origin !== appUrl.origin) {
    return refuse('slot-path-origin', 'The path points to a different origin than appUrl.')
  }
  return []
}

/**
 * Resolves a slot's path against the app's root, or null if it is invalid. The query of `appUrl` is
 * kept before the query of the path.
 */
export function resolveSlotPath(appUrl: URL, path: string): URL | null {
  const root = new URL(appUrl)
  if (path === '') return root
  root.hash = ''
  root.search = ''
  if (!root.pathname.endsWith('/')) root.pathname += '/'
  if (!URL.canParse(path, root.href)) return null
  const target = new URL(path, root)
  const queries = [appUrl.search.slice(1), target.search.slice(1)]
  target.search = queries.filter((query) => query !== '').join('&')
  return target
}

function warnOfSecondPanel(slots: readonly Slot[]): ManifestNote[] {
  if (slots.filter(({ type }) => type === 'fullpage').length < 2) return []
  return [{ path: 'slots', code: 'slot-fullpage-twice', message: 'Only the first fullpage slot becomes the panel.' }]
}
