import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { AppError } from '../errors.ts'
import { ensureFolder, writeFileAtomic } from '../storage/files.ts'

export interface BrowserTools {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Returns the state folder. */
  readonly home: () => string
}

/** Shows an http(s) address in the user's browser. Returns false without one: no display, `BROWSER=none`, or the program did not start. */
export async function openBrowser(address: string, { env, home }: BrowserTools): Promise<boolean> {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new AppError('usage.invalid', 'Only http and https URLs can be opened in the browser.')
  }
  if (env['BROWSER'] === 'none' || !hasDisplay(env)) return false
  const { default: open } = await import('open')
  try {
    // A browser on Windows cannot read a file of WSL.
    const isHidden = holdsSecret(url) && env['WSL_DISTRO_NAME'] === undefined
    await open(isHidden ? leadingPage(url, home()) : address)
    return true
  } catch {
    return false
  }
}

function hasDisplay(env: Readonly<Record<string, string | undefined>>): boolean {
  if (process.platform !== 'linux' || env['WSL_DISTRO_NAME'] !== undefined) return true
  return Boolean(env['DISPLAY']) || Boolean(env['WAYLAND_DISPLAY'])
}

/** Tickets sign in the first visitor of the address. */
function holdsSecret({ hash, searchParams }: URL): boolean {
  return hash !== '' || searchParams.has('ticket')
}

/** Longer than a browser takes to start. */
const PAGE_MS = 10 * 60_000

/**
 * Returns the address of a page for this user only (0600) that redirects to `url`. Every user of
 * the machine can read the arguments of a process, so these contain no ticket (T18).
 */
function leadingPage({ href }: URL, home: string): string {
  const folder = join(home, 'open')
  const path = join(folder, `${process.pid}.html`)
  const to = href.replaceAll('&', '&amp;')
  const head = '<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer">'
  ensureFolder(folder)
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (Date.now() - written > PAGE_MS) rmSync(file, { force: true })
  }
  writeFileAtomic({
    path,
    content: `${head}<meta http-equiv="refresh" content="0; url=${to}"><a href="${to}">Continue</a>\n`,
  })
  return pathToFileURL(path).href
}
