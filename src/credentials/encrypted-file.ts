import { dirname } from 'node:path'

import { AppError, nullFor } from '../errors.ts'
import { newerState } from '../storage/database.ts'
import { ensureFolder, writeFileAtomic } from '../storage/files.ts'
import { keyName, type CredentialKey, type SecretStore } from './credentials.ts'
import { createSealedBox, kindOfSealed, type ScryptCost, type SealedBox } from './sealed-box.ts'
import { notReadBack, parseSecrets, readSecretFile } from './secret-file.ts'

export interface EncryptedFileOptions {
  readonly path: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Asks the user without echo; null without a terminal. Asked twice for a new file. */
  readonly askPassphrase?: ((question: { message: string }) => Promise<string | null>) | undefined
  /** A cheaper one makes tests fast. */
  readonly cost?: ScryptCost | undefined
}

export interface EncryptedFile extends SecretStore {
  /** Asks for the passphrase and verifies it before any lock is taken. */
  readonly unlock: () => Promise<void>
}

const VARIABLE = 'SVCAPP_PASSPHRASE'
const SHORTEST = 8

/** Number of attempts to enter a passphrase, also a new one. */
const TRIES = 3
const ATTEMPTS = 5

/**
 * Creates a store of secrets in one file whose names and values are encrypted with a passphrase, from `SVCAPP_PASSPHRASE` or asked for once. The caller
 * of `set` and `remove` must hold the index's lock. Raises `credentials.bad-passphrase` and `credentials.broken`; a broken file is never overwritten.
 */
export function createEncryptedFile({ path, env, askPassphrase, cost }: EncryptedFileOptions): EncryptedFile {
  let opening: Promise<SealedBox> | undefined
  /** Opened once, also for concurrent callers: each key derivation takes a third of a second. */
  const unlocked = () => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }
  const open = async () => {
    const isNew = readSecretFile(path) === null
    const given = env[VARIABLE]
    if (!given && !isNew) return askToOpen()
    const passphrase = given || (await askNew(path, askPassphrase))
    if (isNew && passphrase.length < SHORTEST) throw shortPassphrase()
    return tryToOpen(passphrase)
  }
  const tryToOpen = async (passphrase: string) => {
    const made = createSealedBox(passphrase, cost)
    await readAll(path, made)
    return made
  }
  const askToOpen = async () => {
    let message = `Passphrase for ${path} (or set ${VARIABLE}):`
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const passphrase = (await askPassphrase?.({ message })) ?? raise(noPassphrase(path))
      const made = passphrase === '' ? null : await tryToOpen(passphrase).catch(nullFor('credentials.bad-passphrase'))
      if (made !== null) return made
      const why = passphrase === '' ? NEEDED : 'Wrong passphrase. '
      message = `${why}Passphrase for ${path}:`
    }
    throw wrongPassphrase(path)
  }
  const change = async (edit: (secrets: Map<string, string>) => void): Promise<void> => {
    const opened = await unlocked()
    const secrets = await readAll(path, opened)
    edit(secrets)
    ensureFolder(dirname(path))
    const text = JSON.stringify(Object.fromEntries(secrets))
    writeFileAtomic({ path, content: await opened.seal(text, readSecretFile(path)) })
  }
  const get = async (key: CredentialKey) => {
    if (readSecretFile(path) === null) return null
    return (await readAll(path, await unlocked())).get(keyName(key)) ?? null
  }
  return {
    backend: 'encrypted-file',
    where: path,
    get,
    async set(key, value) {
      await change((secrets) => secrets.set(keyName(key), value))
      if ((await get(key)) !== value) throw notReadBack(path)
    },
    async remove(key) {
      if ((await get(key)) === null) return false
      await change((secrets) => secrets.delete(keyName(key)))
      return true
    },
    unlock: async () => void (await unlocked()),
  }
}

const NEEDED = 'A passphrase is needed. '

async function askNew(path: string, askPassphrase: EncryptedFileOptions['askPassphrase']): Promise<string> {
  const rule = `at least ${SHORTEST} characters`
  let message = `Passphrase for the new file ${path} (${rule}). Commands that use a secret prompt for it or read ${VARIABLE}:`
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const first = (await askPassphrase?.({ message })) ?? raise(noPassphrase(path))
    if (first.length < SHORTEST) message = `${first === '' ? NEEDED : 'Too short. '}Passphrase with ${rule}:`
    else if (first === (await askPassphrase?.({ message: 'Repeat the passphrase:' }))) return first
    else message = `The two passphrases differ. Passphrase with ${rule}:`
  }
  throw new AppError(
    'credentials.bad-passphrase',
    `No valid passphrase after ${ATTEMPTS} attempts. Nothing was written.`,
    {
      suggestions: [`Run the command again, or set ${VARIABLE}.`],
    },
  )
}

async function readAll(path: string, box: SealedBox): Promise<Map<string, string>> {
  const file = readSealedFile(path)
  if (file === null) return new Map()
  const opened = await box.open(file)
  if (!opened.ok) throw opened.reason === 'passphrase' ? wrongPassphrase(path) : brokenFile(path)
  return parseSecrets(opened.text) ?? raise(brokenFile(path))
}

/** Reads the text of the file; null if it does not exist. Raises `credentials.broken` and `storage.newer`, which need no passphrase. */
export function readSealedFile(path: string): string | null {
  const file = readSecretFile(path)
  const kind = file === null ? 'ours' : kindOfSealed(file)
  if (kind === 'newer') throw newerState(path)
  if (kind === 'broken') throw brokenFile(path)
  return file
}

function raise(error: AppError): never {
  throw error
}

function noPassphrase(path: string): AppError {
  return new AppError(
    'credentials.bad-passphrase',
    `The encrypted file ${path} needs its passphrase, and there is no terminal to prompt on.`,
    {
      suggestions: [`Set ${VARIABLE}, or run the command in a terminal.`],
    },
  )
}

function shortPassphrase(): AppError {
  return new AppError(
    'credentials.bad-passphrase',
    `The passphrase for a new file must have at least ${SHORTEST} characters.`,
    {
      suggestions: [
        'Use several words, because an attacker with a copy of the file can try any number of passphrases.',
      ],
    },
  )
}

function wrongPassphrase(path: string): AppError {
  return new AppError('credentials.bad-passphrase', `The passphrase for ${path} is wrong.`, {
    suggestions: [`Run the command again. If ${VARIABLE} is set, check its value.`],
  })
}

function brokenFile(path: string): AppError {
  return new AppError('credentials.broken', `${path} is damaged or is not a credentials file. It was left unchanged.`, {
    suggestions: ['Restore the file from a backup, or rename it and reinstall your apps, which creates a new file.'],
  })
}
