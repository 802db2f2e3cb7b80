import type { CallbackWatch } from '../installs/callback-watch.ts'
import type { Stage } from '../stage.ts'

export interface ReturnFacts {
  readonly callbacks: Pick<CallbackWatch, 'visits'>
  /** As the console is to have it: it leads to the gateway. */
  readonly redirectUri: string
  /** As app.toml has it. */
  readonly old: string
}

/** Most owners decide sooner; a later return is still accepted. */
const PATIENCE_MS = 30_000

/**
 * Returns what is called when an install begins. It reports once that no browser has come back through the gateway: with the old redirect address in the
 * console it goes to the app directly, which rejects it, and nothing of that is seen here.
 */
export function watchReturn(
  { tools, emit, signal }: Pick<Stage, 'emit' | 'signal'> & { readonly tools: Pick<Stage['tools'], 'sleep'> },
  { callbacks, redirectUri, old }: ReturnFacts,
): () => void {
  return () => {
    const before = callbacks.visits()
    const tell = () => {
      if (callbacks.visits() > before) return
      const elsewhere = old === redirectUri ? 'another address' : old
      const text = `No browser has returned to ${redirectUri} yet. If it was redirected to ${elsewhere} instead, the console still has the old redirect address. Enter ${redirectUri} as redirect_uris[0] there, then press i. If the store admin showed an error, compare client_id in app.toml with the console.`
      emit({ event: 'notice', text })
    }
    tools.sleep(PATIENCE_MS, signal).then(tell, () => {})
  }
}
