import type { DevContext } from '../context.ts'
import type { CallbackWatch } from '../installs/callback-watch.ts'

export interface ReturnFacts {
  readonly callbacks: Pick<CallbackWatch, 'visits'>
  /** The URI that the console must contain, which points to the gateway. */
  readonly redirectUri: string
  /** The URI in app.toml. */
  readonly old: string
  /** Returns a known cause for which the store admin rejects the install, with a space before it, or an empty text. */
  readonly cause: () => string
}

/** Most owners decide sooner. A later return is still accepted. */
const PATIENCE_MS = 30_000

/**
 * Returns a function to call when an install starts. It reports once if no browser returns through the gateway: with
 * the old redirect URI in the console the browser goes directly to the app, which rejects it, unseen by this session.
 */
export function watchReturn(
  { tools, emit, signal }: Pick<DevContext, 'emit' | 'signal'> & { readonly tools: Pick<DevContext['tools'], 'sleep'> },
  { callbacks, redirectUri, old, cause }: ReturnFacts,
): () => void {
  return () => {
    const before = callbacks.visits()
    const report = () => {
      if (callbacks.visits() > before) return
      const elsewhere = old === redirectUri ? 'another address' : old
      const text = `No browser has returned to ${redirectUri} yet.${cause()} If the browser was redirected to ${elsewhere} instead, the console still has the old redirect URL. Enter ${redirectUri} as redirect_uris[0] there, then press i. If the store admin showed an error, compare client_id in app.toml with the console.`
      emit({ event: 'notice', text })
    }
    tools.sleep(PATIENCE_MS, signal).then(report, () => {})
  }
}
