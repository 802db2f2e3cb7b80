import type { SeedFile } from '../control/operations.ts'
import type { OpenStoreInput } from '../control/store-contract.ts'
import type { AppConfig } from '../project/app-config.ts'
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
