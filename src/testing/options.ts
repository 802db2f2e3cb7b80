import type { SeedFile } from '../control/operations.ts'
import type { OpenStoreInput } from '../control/store-contract.ts'
import { AppError } from '../errors.ts'
import type { AppConfig } from '../project/app-config.ts'
import { didYouMean } from '../text/nearest.ts'
import type { ShapeName } from './shapes.ts'

/** Overrides of app.toml. */
export interface AppOverrides {
  readonly key?: string
  readonly name?: string
  readonly installScope?: AppConfig['installScope']
  readonly countries?: readonly string[]
  readonly scopes?: Partial<AppConfig['scopes']>
  readonly webhooks?: { readonly path?: string; readonly topics?: readonly string[] }
  readonly redirectUris?: readonly string[]
  readonly manifest?: AppConfig['manifest']
  readonly dev?: Partial<AppConfig['dev']>
}

export interface PlatformOptions {
  /** Folder of app.toml, or a folder below it. Default: the working folder. */
  readonly dir?: string
  /**
   * Overrides of app.toml. Without app.toml they define the app, which then requests every scope
   * and topic.
   */
  readonly app?: AppOverrides
  /** Port of the app. Default: a free port (`env.PORT`). */
  readonly port?: number
  /** Options of the seed's store: name, regions, and seed data (`small`). */
  readonly store?: Partial<OpenStoreInput>
  /** Path or content of a seed file, used instead of `store.seed`. Its first store is the test store. */
  readonly seed?: string | SeedFile
  /** Kind of install. Default: `region`, or the shape set by `app test matrix`. */
  readonly shape?: ShapeName
}

/** Store and region of an operation. */
export interface PlaceOptions {
  /** Store code. Default: the seed's store. */
  readonly store?: string
  /** Region by id, code, country or currency. Default: the home region. */
  readonly region?: string | number
}

export interface AdminPage extends PlaceOptions {
  /** Path of a store admin page, such as `/admin/orders`. Default: the app's panel. */
  readonly path?: string
}

/** Every field of a type, so that the compiler reports a list that lacks one. */
export type Known<T> = { readonly [Field in keyof T]-?: unknown }

export const placeFields: Known<PlaceOptions> = { store: true, region: true }

export const pageFields: Known<AdminPage> = { ...placeFields, path: true }

/** JavaScript would silently ignore a misspelled field, and a test would pass for the wrong reason. Raises `usage.invalid`. */
export function refuseUnknown<T extends object>(name: string, given: T | null | undefined, fields: Known<T>): void {
  const unknown = Object.keys(given ?? {}).filter((field) => !Object.hasOwn(fields, field))
  if (unknown.length === 0) return
  const known = Object.keys(fields)
  const what = `${unknown.length === 1 ? 'field' : 'fields'} ${unknown.join(', ')}`
  throw new AppError('usage.invalid', `${name} has no ${what}. Nothing was done.`, {
    suggestions: [...unknown.flatMap((field) => didYouMean(field, known)), `Fields: ${known.join(', ') || 'none'}.`],
  })
}
