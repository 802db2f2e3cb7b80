export interface AppListeningEvent {
  readonly event: 'app-listening'
  readonly pid: number
  readonly command: readonly string[]
  readonly url: string
  /** Time from start to listening, in ms. */
  readonly ms: number
}

/** The app did not start. */
export interface AppFailedEvent {
  readonly event: 'app-failed'
  /** Reason, as a sentence. */
  readonly reason: string
  /** The app's own error message, or null if it printed none. */
  readonly message: string | null
  /** Source position relative to the project folder, such as `src/server.ts:5`, or null if unknown. */
  readonly location: string | null
  /** Command that fixes it, or null if unknown. */
  readonly advice: string | null
  /** Program that uses the app's port, or null. The app restarts when the port is free. */
  readonly holder: string | null
  /** Delay before the next start in ms, or null if the app starts again only after a change or on request. */
  readonly restartInMs: number | null
}

/** The app is restarting. */
export interface RestartEvent {
  readonly event: 'restart'
  readonly reason: 'change' | 'config' | 'request'
  /** Changed files, relative to the project folder. Empty if the restart was requested. */
  readonly files: readonly string[]
}

/** app.toml was reloaded after a change. */
export interface ConfigEvent {
  readonly event: 'config'
  /** Changed keys of app.toml. Empty if none changed or the file was rejected. */
  readonly changed: readonly string[]
  /** Reason why the previous configuration stays in use, or null if the new one applies. */
  readonly problem: string | null
}

/** Scopes that app.toml requires but an install does not have. */
export interface ConsentNeededEvent {
  readonly event: 'consent-needed'
  readonly scopes: readonly string[]
  /** Topics in app.toml that the install is not subscribed to. */
  readonly topics?: readonly string[]
  readonly storeName: string
  /** Command that reinstalls the app during this run. */
  readonly next?: string
}
