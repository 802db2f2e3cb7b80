import { AppError } from '../errors.ts'
import { didYouMean } from '../text/nearest.ts'
import type { AdminPage, PlaceOptions } from './options.ts'

/** Every field of a type, so that the compiler reports a list that lacks one. */
export type Known<T> = { readonly [Field in keyof T]-?: unknown }

export const placeFields: Known<PlaceOptions> = { store: true, region: true }

export const pageFields: Known<AdminPage> = { ...placeFields, path: true }

/** JavaScript would silently ignore a misspelled field, and a test would pass for the wrong reason. Raises `usage.invalid`. */
export function rejectUnknown<T extends object>(name: string, given: T | null | undefined, fields: Known<T>): void {
  const unknown = Object.keys(given ?? {}).filter((field) => !Object.hasOwn(fields, field))
  if (unknown.length === 0) return
  const known = Object.keys(fields)
  const what = `${unknown.length === 1 ? 'field' : 'fields'} ${unknown.join(', ')}`
  throw new AppError('usage.invalid', `${name} has no ${what}. Nothing was done.`, {
    suggestions: [...unknown.flatMap((field) => didYouMean(field, known)), `Fields: ${known.join(', ') || 'none'}.`],
  })
}
