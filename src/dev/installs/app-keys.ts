import type { KeyObject } from 'node:crypto'

import { signingKey } from '../../protocol/signing-key.ts'
import { readNote, writeNote, type NoteOwner } from '../notes/app-note.ts'
import type { Stage } from '../stage.ts'
import type { AppSecrets } from './secrets.ts'

/** The secrets of the app as they are now: they may be replaced while everything runs. */
export interface AppKeys {
  readonly secrets: () => AppSecrets
  /** Of the webhook signing secret. */
  readonly key: () => KeyObject
  /** Looks from now on whether they were replaced, until the end; called each time that they were. */
  readonly follow: (onReplaced: () => void) => void
}

export interface KeySource {
  readonly identity: string
  readonly secrets: AppSecrets
  /** Reads them again. */
  readonly find: () => Promise<AppSecrets>
}

const EVERY_MS = 1000

/** Notes for an `app dev` that may run that the secrets kept here were replaced; what they are is in no note. */
export function noteNewSecrets(owner: NoteOwner, now: Date): void {
  writeNote(owner, 'secrets', { at: now.toISOString() })
}

/** The secrets with which a session begins, and those that take their place. */
export function openAppKeys(stage: Stage, { identity, secrets, find }: KeySource): AppKeys {
  const owner = { paths: stage.tools.paths, identity, appKey: stage.options.project.config.key }
  let now = secrets
  let key = signingKey(secrets.signingSecret)
  let seen = readNote(owner, 'secrets')?.['at']
  const look = async (onReplaced: () => void) => {
    const at = readNote(owner, 'secrets')?.['at']
    if (at === seen) return
    now = await find()
    key = signingKey(now.signingSecret)
    seen = at
    stage.emit({ event: 'notice', text: "The app's secrets were replaced. It restarts with the new ones." })
    onReplaced()
  }
  return {
    secrets: () => now,
    key: () => key,
    follow: (onReplaced) => {
      let timer: NodeJS.Timeout | undefined
      const later = () => {
        // Where they cannot be read now, they are at the next look.
        timer = setTimeout(() => {
          void look(onReplaced)
            .catch(() => {})
            .finally(() => {
              if (!stage.signal.aborted) later()
            })
        }, EVERY_MS).unref()
      }
      later()
      stage.atEnd(() => clearTimeout(timer))
    },
  }
}
