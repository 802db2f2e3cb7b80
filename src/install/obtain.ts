import { AppError } from '../errors.ts'
import { loopbackAddress } from '../protocol/redirect-uri.ts'
import { listenForReturn } from './listener.ts'
import { readPasted } from './paste.ts'
import type { ReturnAnswer } from './read-return.ts'

/** What every way to a code is given. */
export interface ObtainRequest {
  /** Where the store's owner decides. */
  readonly authorizeUrl: string
  /** The first registered one: the only one the platform uses (INST-026). */
  readonly redirectUri: string
  readonly state: string
}

/** One way to a code: browser, pasted address or approval by ourselves. */
export type Obtain = (request: ObtainRequest) => Promise<ReturnAnswer>

export interface BrowserTools {
  readonly openBrowser: (url: string) => Promise<boolean>
  readonly note: (text: string) => void
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  readonly interrupted: AbortSignal
  readonly timeoutMs: number
  /** What a person does who has no browser here. */
  readonly withoutBrowser: string
  /** Whether a person looks on; without one it may be that nobody ever decides. */
  readonly isInteractive: boolean
  /** The address that is really opened: on the emulator one that signs the store's manager in first. */
  readonly entrance?: (authorizeUrl: string) => Promise<string>
}

/**
 * Waits on the registered address while a person decides in the browser. The listener stands before the browser is opened and is gone in every case
 * afterwards (P15). Raises `install.redirect-unfit`, `install.port-taken`, `install.timeout` and `cli.interrupted`.
 */
export function obtainByBrowser(tools: BrowserTools): Obtain {
  return async ({ authorizeUrl, redirectUri, state }) => {
    const loopback = loopbackAddress(redirectUri)
    if (!loopback.ok) throw redirectUnfit(redirectUri, loopback.reason)
    const listener = await listenForReturn({ ...loopback, state })
    const over = new AbortController()
    try {
      const address = (await tools.entrance?.(authorizeUrl)) ?? authorizeUrl
      const isOpen = await tools.openBrowser(address)
      tools.note(waitingNote(tools.timeoutMs))
      tools.note(isOpen ? 'The store admin is open in the browser; approve the app there.' : 'Open this in a browser:')
      tools.note(address)
      if (!isOpen || !tools.isInteractive) tools.note(tools.withoutBrowser)
      return await Promise.race([listener.answer, giveUp(tools, over.signal)])
    } finally {
      over.abort()
      await listener.close()
    }
  }
}

/** A script that waits in silence looks as if it hung. */
export function waitingNote(timeoutMs: number): string {
  return `Waiting up to ${Math.round(timeoutMs / 1000)} s (--timeout) until somebody approves in a browser.`
}

/** Never resolves: rejects after the time or at the signal, and stays silent once the wait is over. */
async function giveUp({ sleep, timeoutMs, interrupted }: BrowserTools, over: AbortSignal): Promise<never> {
  const stop = AbortSignal.any([interrupted, over])
  await sleep(timeoutMs, stop).catch(() => {})
  if (over.aborted) return new Promise<never>(() => {})
  if (interrupted.aborted) throw new AppError('cli.interrupted', 'Stopped; nothing was installed.')
  throw new AppError('install.timeout', `Nobody approved the installation in ${Math.round(timeoutMs / 1000)} s.`, {
    suggestions: ['Run `app install` again, with a longer --timeout if need be.'],
  })
}

export interface PasteTools {
  readonly ask: (question: { message: string; flag: string }) => Promise<string>
  readonly note: (text: string) => void
  /** As of `BrowserTools`: it leads into the store that was named, whatever the browser is signed in to. */
  readonly entrance?: (authorizeUrl: string) => Promise<string>
}

/** The person carries the final address back, for a browser on another machine. Raises `install.pasted-wrong` and `usage.missing`. */
export function obtainByPaste({ ask, note, entrance }: PasteTools): Obtain {
  return async ({ authorizeUrl, redirectUri, state }) => {
    const address = (await entrance?.(authorizeUrl)) ?? authorizeUrl
    note('Open this in a browser and approve:')
    note(address)
    note('The browser then fails to load a page. Copy the whole address from its address bar.')
    return readPasted(await ask({ message: 'Final address:', flag: '--approve' }), { redirectUri, state })
  }
}

const reasons: Readonly<Record<string, string>> = {
  'not-loopback': 'it is not on this machine',
  tls: 'it is https, which a local listener cannot speak',
  port: 'it has port 0',
  fragment: 'it has a fragment',
}

function redirectUnfit(redirectUri: string, reason: string): AppError {
  return new AppError(
    'install.redirect-unfit',
    `Cannot wait for the browser at ${redirectUri || 'no address'}: ${reasons[reason] ?? 'it is not an http address'}.`,
    {
      suggestions: [
        'The first entry of redirect_uris in app.toml is the only one that is used; for example http://127.0.0.1:3000/auth/callback. Then `app register`.',
        'Or do without a listener: `app install --approve` (emulator) or `app install --paste`.',
      ],
      details: { reason },
    },
  )
}
