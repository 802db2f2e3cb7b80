import type { SeedFile } from '../control/operations.ts'
import type { OpenStoreInput } from '../control/store-contract.ts'
import type { AppConfig } from '../project/app-config.ts'
import type { ShapeName } from './shapes.ts'

/** What differs from app.toml. */
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
  /** The folder of app.toml, or one below it; the working folder when left out. */
  readonly dir?: string
  /** On top of app.toml; where there is none, all that the app is: it asks for every scope and every topic then. */
  readonly app?: AppOverrides
  /** Where the app will listen; a free port when left out (`env.PORT`). */
  readonly port?: number
  /** How the store of the seed is opened: its name, its regions, what it is filled with (`small`). */
  readonly store?: Partial<OpenStoreInput>
  /** A seed file by its path, or what it has, in place of `store.seed`. The first store of the file is the store of the tests. */
  readonly seed?: string | SeedFile
  /** How the app comes into the store; `region` when left out, or what `app test matrix` asks for. */
  readonly shape?: ShapeName
}

/** Where something happens. */
export interface PlaceOptions {
  /** Code of the store; that of the seed when left out. */
  readonly store?: string
  /** The region by id, code, country or currency; the home region when left out. */
  readonly region?: string | number
}

export interface AdminPage extends PlaceOptions {
  /** A page of the store admin by its path, `/admin/orders`; that of the app's panel when left out. */
  readonly path?: string
}
