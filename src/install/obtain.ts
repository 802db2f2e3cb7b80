import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { loopbackAddress } from '../protocol/redirect-uri.ts'
import { installAdvice } from './advice.ts'
import { listenForReturn } from './listener.ts'
import { readPasted, type PastedReturn } from './paste.ts'
import type { ReturnAnswer } from './read-return.ts'

/** Input of every way to obtain a code. */
export interface ObtainRequest {
  /** Page where the store's owner decides. */
  readonly authorizeUrl: string
  /** The first registered one, because the platform uses no other (INST-026). */
  readonly redirectUri: string
  readonly state: string
}

/** One way to obtain a code: browser, pasted address or automatic approval. */
export type Obtain = (request: ObtainRequest) => Promise<ReturnAnswer>

export interface BrowserTools extends Pick<Context, 'openBrowser' | 'sleep' | 'interrupted'> {
  readonly note: (text: string) => void
  readonly timeoutMs: number
  readonly target: 'emulator' | 'live'
  /** App name for the browser's final page. */
  readonly appName: string
  /** Whether a user is watching; without one, the decision may never come. */
  readonly isInteractive: boolean
  /** Returns the address that is really opened: on the emulator one that first signs the store's manager in. */
  readonly entrance?: (authorizeUrl: string) => Promise<string>
}

/**
 * Waits on the registered address while the user decides in the browser. The listener is open before the browser opens, and is
 * always closed afterwards (P15). Raises `install.redirect-invalid`, `install.port-taken`, `install.timeout` and `cli.interrupted`.
 */
export function obtainByBrowser(tools: BrowserTools): Obtain {
  return async ({ authorizeUrl, redirectUri, state }) => {
    const loopback = loopbackAddress(redirectUri)
    const { target } = tools
    if (!loopback.ok) throw redirectUnfit({ redirectUri, target }, loopback.reason)
    const listener = await listenForReturn({ ...loopback, state, target, appName: tools.appName })
    const over = new AbortController()
    try {
      const address = (await tools.entrance?.(authorizeUrl)) ?? authorizeUrl
      const isOpen = await tools.openBrowser(address)
      tools.note(waitingNote(tools.timeoutMs))
      tools.note(
        isOpen ? 'The store admin is open in the browser. Approve the app there.' : 'Open this URL in a browser:',
      )
      tools.note(address)
      if (!isOpen || !tools.isInteractive) tools.note(installAdvice[target].withoutBrowser)
      return await Promise.race([listener.answer, giveUp(tools, over.signal)])
    } finally {
      over.abort()
      await listener.close()
    }
  }
}

/** Returns a note about the wait, because a silent script seems to hang. */
export function waitingNote(timeoutMs: number): string {
  return `Waiting up to ${Math.round(timeoutMs / 1000)} s (--timeout) for approval in a browser.`
}

/** Never resolves: rejects after the timeout or at the signal, and does nothing once the wait is over. */
async function giveUp({ sleep, timeoutMs, interrupted }: BrowserTools, over: AbortSignal): Promise<never> {
  const stop = AbortSignal.any([interrupted, over])
  await sleep(timeoutMs, stop).catch(() => {})
  if (over.aborted) return new Promise<never>(() => {})
  if (interrupted.aborted) throw new AppError('cli.interrupted', 'Stopped. Nothing was installed.')
  throw new AppError('install.timeout', `The installation was not approved within ${Math.round(timeoutMs / 1000)} s.`, {
    suggestions: ['Run `app install` again, with a longer --timeout if needed.'],
  })
}

export interface PasteTools {
  /** Yields the pasted addresses, one after the other. */
  readonly addresses: () => AsyncIterable<string>
  readonly note: (text: string) => void
  readonly target: 'emulator' | 'live'
  /** As in `BrowserTools`: it opens the given store, whatever store the browser is signed in to. */
  readonly entrance?: (authorizeUrl: string) => Promise<string>
}

/**
 * Obtains a code that the user pastes, for a browser on another machine. A wrong address is reported and the next one is awaited, because
 * the code is valid for minutes. When the input ends, raises `install.paste-invalid` for the last address and `usage.missing` without any.
 */
export function obtainByPaste({ addresses, note, target, entrance }: PasteTools): Obtain {
  return async (request) => {
    const address = (await entrance?.(request.authorizeUrl)) ?? request.authorizeUrl
    note('Open this URL in a browser and approve:')
    note(address)
    note(
      "After Approve, copy the whole URL from the browser's address bar, even if the page does not load or shows an error. If the browser stays in the store admin, the app was not approved. Press Ctrl-C.",
    )
    let failure = noAddress(target)
    for await (const text of addresses()) {
      if (text.trim() === '') continue
      const pasted = readPasted(text, request)
      if (!pasted.ok) {
        failure = pastedWrong(pasted)
        note(`${pasted.words} Paste the final URL.`)
        continue
      }
      if (pasted.note !== null) note(pasted.note)
      return pasted.answer
    }
    throw failure
  }
}

function noAddress(target: 'emulator' | 'live'): AppError {
  return new AppError('usage.missing', 'No URL was read from stdin, and there is no terminal to prompt on.', {
    suggestions: [
      'Run the command in a terminal (`ssh -t`), or send the final URL to stdin as one line while the command waits.',
      installAdvice[target].withoutPerson,
    ],
  })
}

function pastedWrong({ reason, words }: Extract<PastedReturn, { ok: false }>): AppError {
  return new AppError('install.paste-invalid', words, {
    suggestions: ['Copy the whole URL from the address bar after you click Approve, even if the page shows an error.'],
    details: { reason },
  })
}

const reasons: Readonly<Record<string, string>> = {
  'not-loopback': 'it is not on this machine',
  tls: 'it uses https, which the local listener does not support',
  port: 'it has port 0',
  fragment: 'it has a fragment',
}

function redirectUnfit(
  { redirectUri, target }: Pick<ObtainRequest, 'redirectUri'> & Pick<BrowserTools, 'target'>,
  reason: string,
): AppError {
  return new AppError(
    'install.redirect-invalid',
    `Cannot wait for the browser at ${redirectUri || 'an empty redirect URL'}: ${reasons[reason] ?? 'it is not an http URL'}.`,
    { suggestions: installAdvice[target].redirectUnfit, details: { reason } },
  )
}
