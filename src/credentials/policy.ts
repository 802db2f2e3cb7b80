import { existsSync } from 'node:fs'

import { AppError } from '../errors.ts'
import { createBackends, type BackendOptions, type Backends } from './backends.ts'
import { keepsNothing, readChoice, shadowed } from './choice.ts'
import type { IndexChanges } from './credential-index.ts'
import {
  isEmulatorKey,
  rowOf,
  type CredentialKey,
  type CredentialRow,
  type Credentials,
  type Placement,
  type ProbedSecret,
  type SecretSource,
  type SecretStore,
} from './credentials.ts'
import { environmentRows, environmentValue, givenValue, variableSource, whyNotUsed } from './env.ts'
import { insteadOfKeychain, isClosed, type Choices, type Offer } from './instead-of-keychain.ts'

export interface CredentialOptions extends BackendOptions {
  /** Whether the current target is an emulator. It decides where `probe` writes without a target. Other methods use their key. */
  readonly isEmulator: boolean
  readonly now: () => Date
  /** Receives the line that reports where emulator secrets are stored instead of the keychain, or that a variable is not used. */
  readonly notice?: (line: string) => void
  /** Asks the user whether to create an encrypted file; false without a terminal. */
  readonly offerFile?: Offer
}

interface CredentialTools extends Backends, Choices {
  readonly now: () => Date
  readonly noticeOnce: () => void
  readonly offerFile: CredentialOptions['offerFile']
}

/**
 * Opens secrets as SECURITY.md promises: the environment first, and then no other store is touched;
 * then the keychain. Without one, live secrets are only stored in the encrypted file, if it exists
 * or `SVCAPP_CREDENTIALS` or the user selects it. Emulator secrets are stored in a 0600 file, with
 * one notice. Raises `usage.invalid` if `SVCAPP_CREDENTIALS` is not a known value.
 */
export function openCredentials(options: CredentialOptions): Credentials {
  const { env, isEmulator, now } = options
  const tools = openTools(options)
  const stored = (key: CredentialKey) => readStored(tools, key)
  let isNoted = false
  // One note per command, because the variables of one environment belong together.
  const noteUnused = (key: CredentialKey, value: string | null) => {
    const why = isNoted || givenValue(env, key.kind) === value ? null : whyNotUsed(env, key)
    if (why !== null) options.notice?.(why)
    isNoted ||= why !== null
    return value
  }
  return {
    stored,
    get: async (key) => environmentValue(env, key) ?? noteUnused(key, await stored(key)),
    source: (key) => sourceOf(tools, key),
    set: (key, value) => store(tools, key, value),
    remove: (key) => removeEverywhere(tools, key),
    list: async () => [...environmentRows(env), ...storedRows(tools, now())],
    probe: (target) => probe(tools, target ?? { identity: isEmulator ? 'emulator:' : 'live' }),
    isClosed: (target) => isClosed(tools, target),
  }
}

function openTools(options: CredentialOptions): CredentialTools {
  const { env, now, notice, offerFile } = options
  const backends = createBackends(options)
  const noticeOnce = () => {
    // If the file exists, the user has seen this line before.
    if (!existsSync(backends.emulatorFile.where)) {
      notice?.('Without a keychain, emulator secrets are in a file only you can read (0600).')
    }
  }
  return { ...backends, env, now, choice: readChoice(env), noticeOnce, offerFile }
}

/** Reads from the chosen store only; otherwise from the store in the index; otherwise tries the keychain, in case the index was lost. */
async function readStored(tools: CredentialTools, key: CredentialKey): Promise<string | null> {
  const { choice, index, byName, keychain } = tools
  if (choice === 'env') return null
  if (choice !== null) return chosenStore(tools, key).get(key)
  const entries = index.find(key)
  for (const { backend } of entries) {
    const value = await byName(backend)?.get(key)
    if (value) return value
    // The secret was removed there by other means.
    await index.drop(key, backend)
  }
  if (entries.length > 0) return null
  const instead = async (error: unknown) => (await insteadOfKeychain(tools, key, error)).get(key)
  return forgiving(key, () => keychain.get(key).catch(instead))
}

/** If the keychain fails, an emulator loses only a registration, which can be repeated. For the live platform the loss must be reported. */
async function forgiving<T>(key: CredentialKey, ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask()
  } catch (error) {
    if (isEmulatorKey(key) && error instanceof AppError) return null
    throw error
  }
}

function sourceOf(tools: CredentialTools, key: CredentialKey): SecretSource | null {
  const { env, choice, index } = tools
  if (environmentValue(env, key) !== null) return variableSource(key.kind)
  if (choice === 'env') return null
  const place = choice === null ? null : chosenStore(tools, key).backend
  const entry = index.find(key).find(({ backend }) => place === null || backend === place)
  return entry === undefined ? null : { backend: entry.backend, where: entry.where, savedAt: entry.savedAt }
}

function chosenStore(tools: CredentialTools, key: Pick<CredentialKey, 'identity'>): SecretStore {
  if (tools.choice === 'file') return isEmulatorKey(key) ? tools.emulatorFile : tools.encryptedFile
  return tools.keychain
}

async function store(tools: CredentialTools, key: CredentialKey, value: string): Promise<Placement> {
  if (value === '') throw emptySecret(key)
  return preferred(tools, key, {
    keychain: () => putInto(tools, tools.keychain, key, value),
    file: (place) => putInto(tools, place, key, value),
  })
}

interface Attempt {
  readonly keychain: () => Promise<Placement>
  readonly file: (place: SecretStore) => Promise<Placement>
}

/** Tries to write to the preferred store of this target's secrets. */
async function preferred(
  tools: CredentialTools,
  target: Omit<ProbedSecret, 'kind'>,
  attempt: Attempt,
): Promise<Placement> {
  const { choice, index, emulatorFile, encryptedFile, noticeOnce } = tools
  const isEmulator = isEmulatorKey(target)
  if (choice === 'env') throw keepsNothing()
  if (choice === 'file') return attempt.file(isEmulator ? emulatorFile : encryptedFile)
  if (choice === 'keychain' || !isEmulator) {
    const offer = target.isQuiet === true ? undefined : tools.offerFile
    const instead = async (error: unknown) => attempt.file(await insteadOfKeychain(tools, target, error, offer))
    return attempt.keychain().catch(instead)
  }
  // Uses the store of its other secrets, so that not every command waits for a silent keychain.
  const failure = index.uses(target.identity, 'file') ? null : await attempt.keychain().catch(expected)
  if (failure !== null && !(failure instanceof AppError)) return failure
  noticeOnce()
  return attempt.file(emulatorFile)
}

function expected(error: unknown): AppError {
  if (error instanceof AppError) return error
  throw error
}

async function putInto(
  { index, keychain, encryptedFile, now }: CredentialTools,
  place: SecretStore,
  key: CredentialKey,
  value: string,
): Promise<Placement> {
  const { backend, where } = place
  const note = ({ put }: IndexChanges) => put({ key, backend, where, savedAt: now() })
  if (place === encryptedFile) await encryptedFile.unlock()
  if (place === keychain) {
    await keychain.set(key, value)
    await index.exclusively(async (changes) => note(changes))
  } else {
    // A file is read, changed and written as a whole: two concurrent changes would lose one.
    await index.exclusively(async (changes) => {
      await place.set(key, value)
      note(changes)
    })
  }
  return { backend, where }
}

async function removeEverywhere(tools: CredentialTools, key: CredentialKey): Promise<boolean> {
  const { choice, index, byName, keychain } = tools
  if (choice === 'env') return false
  const known = index.find(key).flatMap(({ backend }) => byName(backend) ?? [])
  const places = choice !== null ? [chosenStore(tools, key)] : known
  const instead = async (error: unknown) => removeFrom(tools, await insteadOfKeychain(tools, key, error), key)
  if (places.length === 0) return (await forgiving(key, () => keychain.remove(key).catch(instead))) ?? false
  let isRemoved = false
  for (const place of places) if (await removeFrom(tools, place, key)) isRemoved = true
  return isRemoved
}

async function removeFrom(
  { index, keychain, encryptedFile }: CredentialTools,
  place: SecretStore,
  key: CredentialKey,
): Promise<boolean> {
  if (place === encryptedFile) await encryptedFile.unlock()
  // Outside the lock, so that no other process waits for a slow keychain.
  const isRemoved = place === keychain && (await keychain.remove(key))
  return index.exclusively(async ({ drop }) => {
    drop(key, place.backend)
    return isRemoved || (place !== keychain && (await place.remove(key)))
  })
}

function storedRows({ index }: CredentialTools, now: Date): CredentialRow[] {
  return index.list().map((entry) => rowOf(entry, now))
}

async function probe(tools: CredentialTools, target: ProbedSecret): Promise<Placement> {
  const { env, keychain } = tools
  const kind = target.kind ?? 'token'
  if (kind === 'token' && environmentValue(env, { ...target, kind }) !== null) throw shadowed()
  return preferred(tools, target, {
    async keychain() {
      await keychain.probe()
      return { backend: keychain.backend, where: keychain.where }
    },
    file: (place) => probeFile(tools, place, target.identity),
  })
}

async function probeFile(
  { index, encryptedFile }: CredentialTools,
  place: SecretStore,
  identity: string,
): Promise<Placement> {
  const key: CredentialKey = { identity, appKey: 'probe', kind: 'token' }
  if (place === encryptedFile) await encryptedFile.unlock()
  await index.exclusively(async () => {
    await place.set(key, 'A test item that is safe to delete.')
    await place.remove(key)
  })
  return { backend: place.backend, where: place.where }
}

function emptySecret({ kind }: CredentialKey): AppError {
  return new AppError('credentials.rejected', `The ${kind} is empty. Nothing was stored.`, {
    suggestions: ['Check the source of the value.'],
  })
}
