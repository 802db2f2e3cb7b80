import type { AsyncEntry } from '@napi-rs/keyring'

/**
 * A separate process for keychain calls: they may block in native code, even the event loop, and only SIGKILL stops that
 * (R3, R4). Secrets are passed on stdin and stdout, both pipes to the parent; arguments and environment contain none.
 */
import { messageOf } from '../errors/thrown.ts'
import type { KeychainLine, KeychainReply, KeychainRequest } from './keychain-wire.ts'

const SERVICE = 'svcapp'

type Library = { readonly Entry: typeof AsyncEntry } | { readonly problem: string }

async function load(): Promise<Library> {
  try {
    const { AsyncEntry: Entry } = await import('@napi-rs/keyring')
    return typeof Entry === 'function' ? { Entry } : { problem: '@napi-rs/keyring has no AsyncEntry' }
  } catch (error) {
    return { problem: messageOf(error) }
  }
}

async function answer(library: Library, request: KeychainRequest): Promise<KeychainReply> {
  if ('problem' in library) return { ok: false, failure: 'load', message: library.problem }
  try {
    // By default, the library falls back to the kernel keyring, which loses items (R1). The option is ignored outside Linux.
    return await perform(new library.Entry(SERVICE, request.account, { linux: { store: 'secret-service' } }), request)
  } catch (error) {
    const { value } = request
    const words = messageOf(error)
    return { ok: false, failure: 'call', message: value ? words.replaceAll(value, '…') : words }
  }
}

async function perform(entry: AsyncEntry, { op, value = '' }: KeychainRequest): Promise<KeychainReply> {
  if (op === 'get') return { ok: true, value: await entry.getPassword() }
  if (op === 'remove') return { ok: true, value: await entry.deletePassword() }
  await entry.setPassword(value)
  const back = await entry.getPassword()
  if (op === 'probe' && !(await entry.deletePassword())) return mismatch()
  return back === value ? { ok: true, value: null } : mismatch()
}

function mismatch(): KeychainReply {
  return { ok: false, failure: 'mismatch', message: 'the stored value could not be read back' }
}

function say(line: KeychainLine): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

/** Exits immediately, even if a native call blocks a normal exit: the parent has exited or stopped waiting. */
function vanish(): void {
  process.kill(process.pid, 'SIGKILL')
}

// Ctrl-C reaches the whole process group; the parent decides whether the work stops, by closing stdin.
process.on('SIGINT', () => {})
process.stdin.on('end', vanish)
process.stdin.on('error', vanish)
process.stdout.on('error', vanish)

const library = await load()
let text = ''
let queue = Promise.resolve()
process.stdin.setEncoding('utf8').on('data', (chunk: string) => {
  const lines = (text + chunk).split('\n')
  text = lines.pop() ?? ''
  for (const line of lines) {
    const request = JSON.parse(line) as KeychainRequest // only our own parent holds the other end
    queue = queue.then(async () => say({ id: request.id, reply: await answer(library, request) }))
  }
})

say({ id: 0 })
