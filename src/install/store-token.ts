import type { CredentialKey, Credentials } from '../credentials/credentials.ts'
import { AppError } from '../errors.ts'

/** The part of the credentials that storing a token needs. */
export type TokenStore = Pick<Credentials, 'set' | 'stored'>

export interface StoreTools {
  readonly sleep: (ms: number) => Promise<void>
  /** Last resort: asks for permission to write a 0600 file and returns its path, or null without a terminal or if the user declines. */
  readonly rescue: (token: string) => Promise<string | null>
  readonly note: (text: string) => void
}

/** Pauses between attempts, because a keychain that was just unlocked needs a moment. */
const PAUSES_MS = [200, 1_000]

/**
 * Stores a new token and reads it back (P19), because a lost token means a reinstall. Tries three times,
 * then asks to write a file. Raises `install.not-stored` if all of it failed; no error contains the token.
 */
export async function storeToken(
  store: TokenStore,
  key: CredentialKey,
  token: string,
  tools: StoreTools,
): Promise<void> {
  let failure: unknown
  for (const pauseMs of [...PAUSES_MS, null]) {
    try {
      await store.set(key, token)
      // Reads the stored value, because `get` would prefer the environment's token.
      if ((await store.stored(key)) === token) return
      failure = new Error('The stored token could not be read back.')
    } catch (error) {
      failure = error
    }
    if (pauseMs !== null) await tools.sleep(pauseMs)
  }
  const file = await tools.rescue(token)
  if (file === null) throw notStored(failure)
  tools.note(
    `The token is in ${file}, which only you can read. Move the file to a safe place, or set SVCAPP_TOKEN to the token.`,
  )
}

function notStored(cause: unknown): AppError {
  return new AppError('install.not-stored', 'The app is installed, but its token could not be stored and is lost.', {
    cause,
    suggestions: [
      'Fix the secret store, then run `app install` again, which revokes the lost token. A token is shown only once.',
      ...(cause instanceof AppError ? cause.advice : []),
    ],
  })
}
