/**
 * `import { startPlatform } from 'svcapp-kit/testing'`: the platform of `svcapp/testing` in the tests
 * of an app that does not depend on the command line. It is found in node_modules, or by `app` in PATH.
 */
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { PlatformOptions } from './options.ts'
import type { Platform } from './platform.ts'

export type { AppOverrides, PlaceOptions, PlatformOptions } from './options.ts'
export type { AppUnderTest, IssuedToken, Platform, SetFault } from './platform.ts'

interface TestingModule {
  readonly startPlatform: (options?: PlatformOptions) => Promise<Platform>
}

/**
 * Starts an in-memory emulator for tests in this process. Throws if neither node_modules nor PATH
 * contains svcapp.
 */
export async function startPlatform(options?: PlatformOptions): Promise<Platform> {
  const { startPlatform: start } = await testingModule()
  return start(options)
}

async function testingModule(): Promise<TestingModule> {
  const file = inProject(process.cwd()) ?? inPath(process.env['PATH'] ?? '')
  if (file === null) {
    throw new Error('Tests need the svcapp package. Run: npm install --save-dev svcapp')
  }
  // The file belongs to the package svcapp, which exports it.
  return (await import(pathToFileURL(file).href)) as TestingModule
}

/** Returns the nearest node_modules that has the package. */
function inProject(folder: string): string | null {
  const file = testingIn(join(folder, 'node_modules', 'svcapp'))
  return file ?? (dirname(folder) === folder ? null : inProject(dirname(folder)))
}

function inPath(path: string): string | null {
  for (const folder of path.split(delimiter)) {
    const program = join(folder, 'app')
    if (!existsSync(program)) continue
    const file = packageAbove(readProgram(realpathSync(program)))
    if (file !== null) return file
  }
  return null
}

/** Package managers put a link or a script into PATH. A script contains the path of the program. */
function readProgram(file: string): string {
  if (statSync(file).size > 16_384) return file
  const [, path] = /"?([^"\s]*[\\/]bin[\\/]run\.js)"?/.exec(readFileSync(file, 'utf8')) ?? []
  return path === undefined ? file : resolve(dirname(file), path.replace(/^(\$basedir|%~dp0|%dp0%)[\\/]/, ''))
}

function packageAbove(file: string): string | null {
  const folder = dirname(file)
  if (folder === file) return null
  return testingIn(folder) ?? packageAbove(folder)
}

/** Returns the file that a svcapp package exports for tests. */
function testingIn(folder: string): string | null {
  const manifest = join(folder, 'package.json')
  if (!existsSync(manifest)) return null
  const { name, exports } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    readonly name?: string
    readonly exports?: { readonly './testing'?: { readonly default?: string } }
  }
  const path = exports?.['./testing']?.default
  return name === 'svcapp' && path !== undefined ? join(folder, path) : null
}

export interface OpenedPanel {
  readonly status: number
  /** Text of the page without markup. */
  readonly text: string
  readonly html: string
}

export interface PanelHint {
  readonly store?: string
  readonly region?: string | number
}

interface PanelSession {
  /** URL with the token that opened it. */
  readonly url: string
  readonly location: string
  readonly cookie: string
}

/** Tokens of the same second are equal, and an app accepts each once. */
const sessions = new WeakMap<Platform, PanelSession>()

/**
 * Opens the app's panel as the store admin does, with a fresh token, and returns the page. `path`
 * is a page below the panel: `/orders`.
 */
export async function openPanel(platform: Platform, path = '', hint: PanelHint = {}): Promise<OpenedPanel> {
  const url = await platform.panelUrl(hint)
  const known = sessions.get(platform)
  const session = known?.url === url ? known : await openSession(url)
  if (!('cookie' in session)) return readPage(session)
  sessions.set(platform, session)
  const address = new URL(session.location, platform.app.url)
  address.pathname += path
  return readPage(await fetch(address, { headers: { cookie: session.cookie } }))
}

/** Returns the page that shows the reason if no session was opened. */
async function openSession(url: string): Promise<PanelSession | Response> {
  const opened = await fetch(url, { redirect: 'manual' })
  const location = opened.headers.get('location')
  if (location === null) return opened
  const cookies = opened.headers.getSetCookie().map((one) => one.split(';', 1)[0])
  return { url, location, cookie: cookies.join('; ') }
}

async function readPage(response: Response): Promise<OpenedPanel> {
  const html = await response.text()
  return { status: response.status, html, text: html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ') }
}

/** Repeats a check until it does not throw. After `withinMs` it throws the last error. */
export async function eventually<T>(check: () => T | Promise<T>, withinMs = 5000): Promise<T> {
  const until = performance.now() + withinMs
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (performance.now() >= until) throw error
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }
}
