import { isNewer } from '../../text/is-newer.ts'
import { isObject, parseJsonFile } from '../../text/json.ts'

/** Key that both sides changed to different values. */
export interface KeyConflict {
  /** For example `scripts.start`. */
  readonly key: string
  /** As JSON; undefined if the key was removed. */
  readonly ours: string | undefined
  readonly theirs: string | undefined
}

export interface MergedPackage {
  /** The owner's order and values, with the additions. */
  readonly text: string
  readonly conflicts: readonly KeyConflict[]
}

type Fields = Readonly<Record<string, unknown>>

interface Sides {
  readonly base: unknown
  readonly ours: unknown
  readonly theirs: unknown
}

const dependencyLists = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']

/**
 * Merges a package.json key by key, because adjacent changed lines are no conflict there. If both sides changed a key, the owner's value
 * stays and the conflict is reported. Of two package versions the newer one stays. Returns null if one of the texts is not a JSON object.
 */
export function mergePackage(base: string, ours: string, theirs: string): MergedPackage | null {
  const sides = { base: parsed(base), ours: parsed(ours), theirs: parsed(theirs) }
  if (!isObject(sides.base) || !isObject(sides.ours) || !isObject(sides.theirs)) return null
  const conflicts: KeyConflict[] = []
  const merged = mergeFields(sides, [], conflicts)
  if (isSame(merged, sides.ours)) return { text: ours, conflicts }
  const indent = /\n([ \t]+)"/.exec(ours)?.[1] ?? '  '
  const mark = ours.startsWith('\uFEFF') ? '\uFEFF' : ''
  const written = `${mark}${JSON.stringify(merged, null, indent)}\n`
  return { text: ours.includes('\r\n') ? written.replaceAll('\n', '\r\n') : written, conflicts }
}

function mergeFields({ base, ours, theirs }: Sides, path: readonly string[], conflicts: KeyConflict[]): Fields {
  const [from = {}, mine = {}, theirOwn = {}] = [base, ours, theirs].map((side) => (isObject(side) ? side : {}))
  const merged: [string, unknown][] = []
  for (const key of keysInOrder(mine, theirOwn)) {
    const sides = { base: own(from, key), ours: own(mine, key), theirs: own(theirOwn, key) }
    const value = mergeValue(sides, [...path, key], conflicts)
    if (value !== undefined) merged.push([key, value])
  }
  return Object.fromEntries(merged)
}

/** A package may be called `constructor`. */
function own(fields: Fields, key: string): unknown {
  return Object.hasOwn(fields, key) ? fields[key] : undefined
}

function mergeValue(sides: Sides, path: readonly string[], conflicts: KeyConflict[]): unknown {
  const { base, ours, theirs } = sides
  if (isSame(ours, theirs) || isSame(base, theirs)) return ours
  if (isSame(base, ours)) return theirs
  if (isObject(ours) && isObject(theirs)) return mergeFields(sides, path, conflicts)
  if (isNewerOfOwner(sides, path)) return ours
  conflicts.push({ key: path.join('.'), ours: JSON.stringify(ours), theirs: JSON.stringify(theirs) })
  return ours
}

/** An owner who updates a package is ahead of the template, which is no conflict. */
function isNewerOfOwner({ ours, theirs }: Sides, path: readonly string[]): boolean {
  return (
    path.length === 2 &&
    dependencyLists.includes(path[0] ?? '') &&
    typeof ours === 'string' &&
    typeof theirs === 'string' &&
    [ours, theirs].every((version) => /^[~^]?\d+\.\d+\.\d+$/.test(version)) &&
    isNewer(ours, theirs)
  )
}

/** Keeps the order of the owner's keys. Inserts a new key after its predecessor in the template. */
function keysInOrder(ours: Fields, theirs: Fields): string[] {
  const keys = Object.keys(ours)
  let before: string | undefined
  for (const key of Object.keys(theirs)) {
    if (!keys.includes(key)) keys.splice(before === undefined ? 0 : keys.indexOf(before) + 1, 0, key)
    before = key
  }
  return keys
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))
}

function sorted(value: unknown): unknown {
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}

/** Returns whether two package.json texts need the same packages in the same versions. */
export function hasSamePackages(one: string, other: string): boolean {
  const [a, b] = [parsed(one), parsed(other)]
  if (!isObject(a) || !isObject(b)) return false
  return [...dependencyLists, 'overrides'].every((list) => isSame(a[list] ?? {}, b[list] ?? {}))
}

function parsed(text: string): unknown {
  try {
    return parseJsonFile(text)
  } catch {
    return null
  }
}
