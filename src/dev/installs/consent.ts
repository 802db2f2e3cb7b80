import { plainWord } from '../../text/shell.ts'
import type { DevOptions, Stage } from '../stage.ts'

interface Granted {
  readonly scopes: readonly string[]
  readonly storeName: string
  /** The command that installs again. */
  readonly next: string
}

/** Says which scopes app.toml requires and this install was not granted: they come with another install alone. */
export function tellMissingScopes({ options, emit }: Pick<Stage, 'options' | 'emit'>, granted: Granted): void {
  const { required } = options.project.config.scopes
  const scopes = required.filter((scope) => !granted.scopes.includes(scope))
  if (scopes.length > 0) emit({ event: 'consent-needed', scopes, storeName: granted.storeName, next: granted.next })
}

/** Installs again through the app beside a run on the emulator, where that installed it: the other flags of `app install` have the same defaults. */
export function installAgain({ store, region }: Pick<DevOptions, 'store' | 'region'>): string {
  const flags = Object.entries({ store, region }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, plainWord(value)],
  )
  return ['app install --approve', ...flags].join(' ')
}
