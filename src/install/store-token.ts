import type { CredentialKey, Credentials } from '../credentials/credentials.ts'
import { AppError } from '../errors.ts'

/** As much of the credentials as keeping a token needs. */
export type TokenStore = Pick<Credentials, 'set' | 'stored'>

export interface StoreTools {
  readonly sleep: (ms: number) => Promise<void>
  /** The last resort: asks for leave to write a 0600 file and returns its path, or null when there is nobody to ask or the answer is no. */
  readonly rescue: (token: string) => Promise<string | null>
  readonly note: (text: string) => void
}

/** Between tries; a keychain that was just unlocked needs a moment. */
const PAUSES_MS = [200, 1_000]

/**
 * Stores a fresh token and reads it back (P19): a lost token means a reinstall. Tries three times, then asks to write a file. Raises `install.not-stored`
 * when all of it failed; the token itself is in no error.
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
      // As it was stored: the environment's token would win with `get`.
      if ((await store.stored(key)) === token) return
      failure = new Error('What was stored did not come back.')
    } catch (error) {
      failure = error
    }
    if (pauseMs !== null) await tools.sleep(pauseMs)
  }
  const file = await tools.rescue(token)
  if (file === null) throw notStored(failure)
  tools.note(
    `The token is in ${file}, readable by you only. Move it into a safe place, or hand it over as SVCAPP_TOKEN.`,
  )
}

function notStored(cause: unknown): AppError {
  return new AppError('install.not-stored', 'The app is installed, but its token could not be stored and is lost.', {
    cause,
    suggestions: [
      'A token is shown once and never again: repair the credential store, then run `app install` again; that revokes the lost one.',
      ...(cause instanceof AppError ? cause.advice : []),
    ],
  })
}
