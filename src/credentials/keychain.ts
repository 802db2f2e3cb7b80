import { AppError } from '../errors.ts'
import type { ErrorCode } from '../errors/codes.ts'
import { programFile } from '../processes/program-file.ts'
import { defined } from '../text/defined.ts'
import { keyName, type SecretStore } from './credentials.ts'
import { createKeychainProcess, type ProcessReply } from './keychain-process.ts'
import type { KeychainRequest } from './keychain-wire.ts'
import { missingSessionBus } from './session-bus.ts'

export interface KeychainOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly nodePath: string
  /** As in `process.platform`. */
  readonly platform: string
  /** File of the keychain process. Default: found automatically. */
  readonly programFile?: string
  /** Limit for one call. Default: 3 s. */
  readonly timeoutMs?: number
}

export interface Keychain extends SecretStore {
  /** Writes, reads and deletes a test item. */
  readonly probe: () => Promise<void>
  /** Stops the keychain process if it is running. */
  readonly close: () => void
}

/** Capacity of a Windows credential: 2,560 bytes of UTF-16 (A11). */
const WINDOWS_LIMIT = 1_280

/**
 * Creates access to the OS keychain: Secret Service, Keychain, or Credential Manager. Each call raises one of `credentials.unavailable`, `credentials.locked`,
 * `credentials.timeout` and `credentials.rejected`. A missing or silent keychain is cached, so that only the first call of a command waits (P20).
 */
export function createKeychain(options: KeychainOptions): Keychain {
  const { env, nodePath, platform, timeoutMs } = options
  const file = options.programFile ?? programFile(import.meta.url, 'credentials/keychain-program')
  const program = createKeychainProcess({ nodePath, file, env, ...defined({ timeoutMs }) })
  let hopeless: AppError | undefined

  const call = async (request: Omit<KeychainRequest, 'id'>): Promise<string | boolean | null> => {
    hopeless ??= platform === 'linux' ? absent(missingSessionBus(env)) : undefined
    if (hopeless === undefined) {
      const reply = await program.ask(request)
      if (reply.ok) return reply.value
      const failure = keychainFailure(reply)
      if (failure.code !== 'credentials.unavailable' && failure.code !== 'credentials.timeout') throw failure
      // Calls queued behind this one fail with it.
      hopeless ??= failure
    }
    throw hopeless
  }
  return {
    backend: 'keychain',
    where: placeOn(platform),
    async get(key) {
      const value = await call({ op: 'get', account: keyName(key) })
      return typeof value === 'string' ? value : null
    },
    async set(key, value) {
      if (platform === 'win32') rejectLong(value)
      await call({ op: 'set', account: keyName(key), value })
    },
    async remove(key) {
      return (await call({ op: 'remove', account: keyName(key) })) === true
    },
    async probe() {
      // Unique per process: parallel probes must not delete each other's item.
      const { randomUUID } = await import('node:crypto')
      await call({ op: 'probe', account: `probe ${randomUUID()}`, value: 'A test item that is safe to delete.' })
    },
    close: () => program.close(),
  }
}

function placeOn(platform: string): string {
  if (platform === 'darwin') return 'the login keychain (service svcapp)'
  if (platform === 'win32') return 'the Windows Credential Manager (svcapp)'
  return 'the Secret Service of this desktop session (service svcapp)'
}

function rejectLong(value: string): void {
  if (value.length <= WINDOWS_LIMIT) return
  throw new AppError(
    'credentials.rejected',
    `The secret has ${value.length} characters, and the Windows Credential Manager stores at most ${WINDOWS_LIMIT}.`,
    { suggestions: ['Choose the encrypted file instead: SVCAPP_CREDENTIALS=file.'] },
  )
}

function absent(reason: string | null): AppError | undefined {
  return reason === null ? undefined : createFailure('credentials.unavailable', reason)
}

type Failure = Extract<ProcessReply, { ok: false }>

/** Converts what the program, the library or the OS reported into an error with a stable code. */
export function keychainFailure({ failure, message }: Pick<Failure, 'failure' | 'message'>): AppError {
  return createFailure(failure === 'call' ? codeOf(message) : codes[failure], message)
}

const codes = {
  timeout: 'credentials.timeout',
  load: 'credentials.unavailable',
  ended: 'credentials.unavailable',
  mismatch: 'credentials.rejected',
} as const satisfies Record<Exclude<Failure['failure'], 'call'>, ErrorCode>

/** The library gives no codes, only messages; these cover the four platforms (R2 to R4, A10, A12). The first matching pattern applies. */
const wordings: readonly (readonly [RegExp, ErrorCode])[] = [
  [/did not receive a reply|reply timeout|timed? ?out/i, 'credentials.timeout'],
  [/locked|dismissed|user interaction is not allowed|-25308|-25315|user canceled|cancell?ed/i, 'credentials.locked'],
  [
    /dbus|d-bus|no result found|no default (?:store|keychain|collection)|not provided by any|serviceunknown|provider found|\b1312\b|-25307|platform failure/i,
    'credentials.unavailable',
  ],
]

function codeOf(message: string): ErrorCode {
  return wordings.find(([words]) => words.test(message))?.[1] ?? 'credentials.rejected'
}

function createFailure(code: ErrorCode, reason: string): AppError {
  const [message, first] = sentences[code] ?? ['The keychain rejected the request', "Check this account's keychain"]
  const others = [
    'Use the encrypted file: SVCAPP_CREDENTIALS=file, with SVCAPP_PASSPHRASE if there is no terminal. In a terminal, `app secret set --target live` creates the file and prompts for the secrets.',
    'Set the secrets in the environment: SVCAPP_TOKEN, SVCAPP_CLIENT_SECRET, SVCAPP_SIGNING_SECRET.',
  ]
  return new AppError(code, `${message}: ${reason}.`.replace(/\.+$/, '.'), {
    // A machine without a keychain seldom gets one; an existing one can be fixed.
    suggestions: code === 'credentials.unavailable' ? [...others, `${first}.`] : [`${first}.`, ...others],
  })
}

const sentences: Partial<Record<ErrorCode, readonly [string, string]>> = {
  'credentials.locked': ['The keychain is locked', 'Unlock the keychain and run the command again'],
  'credentials.timeout': ['The keychain timed out', 'Look for an open keychain dialog and confirm it'],
  'credentials.unavailable': ['No keychain is available', 'Run the command in a desktop session with a keychain'],
}
