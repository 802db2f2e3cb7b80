import type { Stage } from '../stage.ts'

interface Granted {
  readonly scopes: readonly string[]
  readonly storeName: string
}

/** Says which scopes app.toml requires and this install was not granted: they come with another install alone. */
export function tellMissingScopes({ options, emit }: Pick<Stage, 'options' | 'emit'>, granted: Granted): void {
  const { required } = options.project.config.scopes
  const scopes = required.filter((scope) => !granted.scopes.includes(scope))
  if (scopes.length > 0) emit({ event: 'consent-needed', scopes, storeName: granted.storeName })
}
