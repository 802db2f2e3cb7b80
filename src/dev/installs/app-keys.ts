import type { KeyObject } from 'node:crypto'

import { signingKey } from '../../protocol/signing-key.ts'
import type { DevContext } from '../context.ts'
import { readNote, writeNote, type NoteOwner } from '../notes/app-note.ts'
import type { AppSecrets } from './secrets.ts'

/** The app's current secrets, which may be replaced during the session. */
export interface AppKeys {
  readonly secrets: () => AppSecrets
  /** Returns the key of the webhook signing secret. */
  readonly key: () => KeyObject
  /** Polls for replaced secrets until the session ends and calls back after each replacement. */
  readonly follow: (onReplaced: () => void) => void
}

export interface KeySource {
  readonly identity: string
  readonly secrets: AppSecrets
  /** Reads the secrets again. */
  readonly find: () => Promise<AppSecrets>
}

const EVERY_MS = 1000

/** Notifies a running `app dev` that the stored secrets were replaced. The note does not contain them. */
export function noteNewSecrets(owner: NoteOwner, now: Date): void {
  writeNote(owner, 'secrets', { at: now.toISOString() })
}

/** Manages the session's initial secrets and their replacements. */
export function openAppKeys(dev: DevContext, { identity, secrets, find }: KeySource): AppKeys {
  const owner = { paths: dev.tools.paths, identity, appKey: dev.options.project.config.key }
  let now = secrets
  let key = signingKey(secrets.signingSecret)
  let seen = readNote(owner, 'secrets')?.['at']
  const look = async (onReplaced: () => void) => {
    const at = readNote(owner, 'secrets')?.['at']
    if (at === seen) return
    now = await find()
    key = signingKey(now.signingSecret)
    seen = at
    dev.emit({ event: 'notice', text: "The app's secrets were replaced. The app restarts with the new secrets." })
    onReplaced()
  }
  return {
    secrets: () => now,
    key: () => key,
    follow: (onReplaced) => {
      let timer: NodeJS.Timeout | undefined
      const later = () => {
        // The next poll retries after a failed read.
        timer = setTimeout(() => {
          void look(onReplaced)
            .catch(() => {})
            .finally(() => {
              if (!dev.signal.aborted) later()
            })
        }, EVERY_MS).unref()
      }
      later()
      dev.atEnd(() => clearTimeout(timer))
    },
  }
}
