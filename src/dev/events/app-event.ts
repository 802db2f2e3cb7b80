export interface AppListeningEvent {
  readonly event: 'app-listening'
  readonly pid: number
  readonly command: readonly string[]
  readonly url: string
  /** Since it was started. */
  readonly ms: number
}

/** The app did not start. */
export interface AppFailedEvent {
  readonly event: 'app-failed'
  /** A sentence. */
  readonly reason: string
  /** What the app said itself; null when it said nothing. */
  readonly message: string | null
  /** `src/server.ts:5`, below the project's folder; null where none is known. */
  readonly location: string | null
  /** A command that mends it; null where none is known. */
  readonly advice: string | null
  /** The other program that has the port of the app; the app starts again when that releases it. Null for none. */
  readonly holder: string | null
  /** Null: not before a change or a request. */
  readonly restartInMs: number | null
}

/** The app is restarted. */
export interface RestartEvent {
  readonly event: 'restart'
  readonly reason: 'change' | 'config' | 'request'
  /** What has changed, below the project's folder; empty for a request. */
  readonly files: readonly string[]
}

/** app.toml was read again after a change. */
export interface ConfigEvent {
  readonly event: 'config'
  /** Parts that differ from before, in the file's own spelling; empty when nothing does, or when it was refused. */
  readonly changed: readonly string[]
  /** Why the old one stays; null when the new one holds. */
  readonly problem: string | null
}

/** Scopes that app.toml requires and an install was not granted. */
export interface ConsentNeededEvent {
  readonly event: 'consent-needed'
  readonly scopes: readonly string[]
  /** Topics of app.toml to which the install is not subscribed. */
  readonly topics?: readonly string[]
  readonly storeName: string
  /** The command that installs again beside this run. */
  readonly next?: string
}
