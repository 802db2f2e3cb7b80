import { setTimeout as timer } from 'node:timers/promises'

import { catalog } from '../catalog/catalog.ts'
import { limits } from '../catalog/limits.ts'
import type { ClientTools } from '../client/client.ts'
import type { Limiter } from '../client/limiter.ts'
import { createNodeSend } from '../client/node-send.ts'
import { AppError } from '../errors.ts'
import { defined } from '../text/defined.ts'
import { assembleCalls } from './assemble-calls.ts'
import { createFetchSend } from './fetch-send.ts'
import { createMemoryLimiter } from './memory-limiter.ts'
import { createOpening } from './opening.ts'
import type { ClientOptions, SvcappClient } from './options.ts'

/** Parts of the process that the library uses. */
export interface LibraryTools {
  readonly builtin: NodeJS.Process['getBuiltinModule']
  readonly env: Readonly<Record<string, string | undefined>>
  readonly now: () => Date
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  readonly random: () => number
}

/** Creates the client of `options` with the tools of `library.ts` or of a test. */
export function assembleClient(options: ClientOptions, tools: LibraryTools): SvcappClient {
  const baseUrl = readBaseUrl(options)
  const { signal, onWait } = options
  const limiter = createLazyLimiter(options, tools)
  const rest: Omit<ClientTools, 'install'> = {
    send: options.fetch ? createFetchSend(options.fetch, tools.env) : createNodeSend(tools),
    baseUrl,
    token: options.token,
    requestedScopes: null,
    limiter,
    now: tools.now,
    sleep: tools.sleep,
    random: tools.random,
    ...defined({ signal }),
    ...(onWait ? { onWait: ({ ms }: { ms: number }) => onWait(ms) } : {}),
  }
  const open = createOpening(options, rest)
  const calls = assembleCalls({ catalog, open, sleep: tools.sleep, ...defined({ signal }) })
  return { ...calls, close: () => limiter.close() }
}

/** Raises `usage.invalid`: in plain JavaScript it may be missing or any value. */
function readBaseUrl({ baseUrl }: Partial<ClientOptions> = {}): URL {
  const url = URL.parse(String(baseUrl))
  if (url !== null && (url.protocol === 'https:' || url.protocol === 'http:')) return url
  const given = baseUrl === undefined ? 'missing' : 'invalid'
  throw new AppError('usage.invalid', `baseUrl is ${given}. It must be the platform's http(s) URL, without /api.`, {
    suggestions: ["For the local emulator, use createClient({ baseUrl: 'http://127.0.0.1:4800', token })."],
  })
}

/** Creates a limiter in memory, or with a file, whose code is loaded for the first request. */
function createLazyLimiter({ budgetFile, perMinute, signal, onWait }: ClientOptions, tools: LibraryTools): Limiter {
  const { now, sleep } = tools
  const given = defined({ signal })
  const own = createMemoryLimiter({ perMinute: perMinute ?? limits.requestsPerMinutePerToken, now, sleep, ...given })
  if (budgetFile === undefined) return own
  let shared: Limiter | undefined
  return {
    async acquire(budget) {
      await own.acquire(budget)
      const { createLimiter } = await import('../client/limiter.ts')
      shared ??= createLimiter({ path: budgetFile, now, sleep, ...given, ...defined({ onWait }) })
      await shared.acquire(budget)
    },
    close: () => {
      shared?.close()
      shared = undefined
    },
  }
}

/** Waits. Raises `cli.interrupted` if the signal is aborted. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await timer(ms, undefined, defined({ signal })).catch((cause: unknown) => {
    throw new AppError('cli.interrupted', 'Stopped while waiting.', { cause, details: { sent: false } })
  })
}
