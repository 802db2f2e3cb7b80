import { AppError } from '../errors.ts'
import { didYouMean } from '../text/nearest.ts'
import { areaOf } from './area-of.ts'
import type { Check } from './check.ts'

export interface Choice {
  /** Areas and ids; all when empty. */
  readonly only: readonly string[]
  readonly skip: readonly string[]
}

/** Splits areas and ids as typed, separated by commas or repeated. */
export function readNames(given: readonly string[]): string[] {
  return given.flatMap((text) => text.split(',').map((name) => name.trim())).filter((name) => name !== '')
}

/**
 * Returns the values of `--only`, or everything without it. Raises `usage.invalid` if it is given
 * without a value, for example by an empty variable of a script.
 */
export function onlyOf(given: readonly string[] | undefined): string[] {
  const names = readNames(given ?? [])
  if (given !== undefined && names.length === 0) {
    throw new AppError('usage.invalid', '--only lists no area or check.', { suggestions: ['app check --list'] })
  }
  return names
}

/** Returns the chosen checks in their order. Raises `usage.invalid` for an unknown name, with the nearest known one, and if no check is left. */
export function chooseChecks(all: readonly Check[], { only, skip }: Choice): readonly Check[] {
  const known = new Set(all.flatMap(({ id }) => [areaOf(id), id]))
  for (const name of [...only, ...skip]) if (!known.has(name)) throw unknownName(name, [...known])
  const chosen = all.filter((check) => (only.length === 0 || isNamed(check, only)) && !isNamed(check, skip))
  if (chosen.length > 0) return chosen
  throw new AppError('usage.invalid', 'No check is left, because --skip excludes all selected checks.', {
    suggestions: ['app check --list'],
  })
}

function isNamed({ id }: Check, names: readonly string[]): boolean {
  return names.includes(id) || names.includes(areaOf(id))
}

/** Returns the chosen checks and all checks that they need, in the order of `all`. */
export function withNeeds(all: readonly Check[], chosen: readonly Check[]): readonly Check[] {
  const wanted = new Set(chosen)
  for (const check of wanted) {
    for (const need of [...check.needs, ...(check.runsWith ?? [])]) {
      const needed = all.find(({ id }) => id === need)
      if (needed === undefined) throw new Error(`${check.id} needs ${need}, which is not a check.`)
      wanted.add(needed)
    }
  }
  return all.filter((check) => wanted.has(check))
}

function unknownName(name: string, known: readonly string[]): AppError {
  return new AppError('usage.invalid', `Unknown area or check ${JSON.stringify(name)}.`, {
    suggestions: [...didYouMean(name, known), 'List all areas and checks: app check --list'],
  })
}
