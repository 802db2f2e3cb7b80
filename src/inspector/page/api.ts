import { askForToken, shareToken, TOKEN_SHAPE } from './share-token.ts'

/** Error from the server, in its own words. */
export class ApiFailure extends Error {
  readonly status: number
  readonly suggestions: readonly string[]

  constructor(status: number, message: string, suggestions: readonly string[] = []) {
    super(message)
    this.status = status
    this.suggestions = suggestions
  }
}

/** Returns the error and then its suggestions. */
export function wordsOf(error: unknown): readonly string[] {
  if (error instanceof ApiFailure) return [error.message, ...error.suggestions]
  return [error instanceof Error ? error.message : String(error)]
}

const KEPT = 'svcapp-inspector-token'

const IN_ADDRESS = new RegExp(`^#(token|ticket)=(${TOKEN_SHAPE})$`)

/** Moves the token, or its ticket, from the address, where the browser history would keep it, to this tab's storage. */
export async function takeToken(): Promise<void> {
  const [, kind, value] = IN_ADDRESS.exec(location.hash) ?? []
  if (kind === undefined || value === undefined) {
    if (sessionStorage.getItem(KEPT) === null) sessionStorage.setItem(KEPT, await askForToken())
    return
  }
  history.replaceState(null, '', `${location.pathname}#/`)
  const token = kind === 'token' ? value : (await post<{ token: string }>('/api/ticket', { ticket: value })).token
  sessionStorage.setItem(KEPT, token)
}

/** Gives this tab's token to other tabs of this inspector that ask, from now on. */
export function offerToken(): void {
  shareToken(sessionStorage.getItem(KEPT) ?? '')
}

export function keepToken(token: string): void {
  sessionStorage.setItem(KEPT, token)
}

function authorization(): Record<string, string> {
  return { Authorization: `Bearer ${sessionStorage.getItem(KEPT) ?? ''}` }
}

/** Reads from the API. Rejects with ApiFailure. */
export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return read<T>(await ask(path, { headers: authorization(), ...(signal && { signal }) }))
}

/** Posts to the API. Rejects with ApiFailure. */
export async function post<T>(path: string, body: unknown = {}): Promise<T> {
  const headers = { ...authorization(), 'Content-Type': 'application/json' }
  return read<T>(await ask(path, { method: 'POST', headers, body: JSON.stringify(body) }))
}

/** Returns an API file as an object URL that a link can save. */
export async function download(path: string): Promise<string> {
  const response = await ask(path, { headers: authorization() })
  if (!response.ok) await read(response)
  return URL.createObjectURL(await response.blob())
}

/** Yields every message of an event stream until it ends or is aborted. EventSource cannot send the token. */
export async function* stream<T>(path: string, signal: AbortSignal): AsyncGenerator<T> {
  const response = await ask(path, { headers: authorization(), signal })
  if (!response.ok || response.body === null) {
    await read(response)
    return
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    const messages = (rest + value).split('\n\n')
    rest = messages.pop() ?? ''
    for (const message of messages) {
      if (message.startsWith('data: ')) yield JSON.parse(message.slice(6)) as T
    }
  }
}

async function ask(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { ...init, cache: 'no-store', redirect: 'error' })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiFailure(0, 'The inspector does not respond. Check that `app dev` or `app webhook inspect` is running.')
  }
}

async function read<T>(response: Response): Promise<T> {
  const body: unknown = await response.json().catch(() => null)
  // The server is ours, and both sides import the response types.
  if (response.ok) return body as T
  const { error } = (body ?? {}) as { error?: { message?: string; suggestions?: string[] } }
  throw new ApiFailure(
    response.status,
    error?.message ?? `The inspector responded with ${response.status}.`,
    error?.suggestions,
  )
}
