import type { CredentialKey } from '../../src/credentials/credentials.ts'
import { createKeychain } from '../../src/credentials/keychain.ts'
import { openCredentials } from '../../src/credentials/policy.ts'
import { AppError } from '../../src/errors.ts'
/**
 * A separate process that uses credentials as a command does: steps come by stdin (so that no secret is in its arguments), answers leave by stdout.
 */
import { statePaths } from '../../src/project/paths.ts'
import { defined } from '../../src/text/defined.ts'

export interface Drive {
  readonly isEmulator?: boolean
  readonly steps: readonly DriveStep[]
  /** Limit of a keychain call, for steps whose result is not a timeout. */
  readonly timeoutMs?: number
}

export interface DriveStep {
  readonly method: 'get' | 'stored' | 'set' | 'remove' | 'list' | 'probe'
  readonly key?: CredentialKey
  readonly value?: string
}

export interface DriveAnswer {
  readonly value?: unknown
  readonly error?: string
  readonly message?: string
  readonly ms: number
}

export interface Driven {
  readonly answers: readonly DriveAnswer[]
  readonly notices: readonly string[]
}

async function drive({ isEmulator = false, steps, timeoutMs }: Drive): Promise<Driven> {
  const notices: string[] = []
  const { env, execPath: nodePath, platform } = process
  const credentials = openCredentials({
    env,
    paths: statePaths({ env, dataDir: '/nowhere' }),
    isEmulator,
    now: () => new Date(),
    nodePath,
    platform,
    keychain: createKeychain({ env, nodePath, platform, ...defined({ timeoutMs }) }),
    notice: (line) => void notices.push(line),
    cost: { N: 1024, r: 8, p: 1 },
  })
  const answers: DriveAnswer[] = []
  for (const { method, key, value } of steps) {
    const startedAt = performance.now()
    const passed = () => Math.round(performance.now() - startedAt)
    // A step names a method and brings what that one takes; the others ignore it.
    const call = credentials[method] as (key?: CredentialKey, value?: string) => Promise<unknown>
    try {
      answers.push({ value: await call(key, value), ms: passed() })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      answers.push({ error: error.code, message: error.message, ms: passed() })
    }
  }
  return { answers, notices }
}

let input = ''
for await (const chunk of process.stdin) input += String(chunk)
// Nothing is closed on purpose: this process must end by itself.
process.stdout.write(JSON.stringify(await drive(JSON.parse(input) as Drive)))
