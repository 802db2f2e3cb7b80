import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { onTestFinished } from 'vitest'

import { createNodeSend } from '../../src/client/node-send.ts'
import { createControlClient } from '../../src/control/control-client.ts'
import { serveEmulator, type ServeOptions } from '../../src/emulator/serve.ts'
import { statePaths, type StatePaths } from '../../src/project/paths.ts'

/** Creates a state folder that is removed with the test. */
export function makePaths() {
  const home = mkdtempSync(join(tmpdir(), 'svcapp-served-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  return statePaths({ env: {}, dataDir: home })
}

/** Transport of the real CLI, with real sockets. */
export const nodeSend = createNodeSend({ builtin: process.getBuiltinModule, env: {} })

/** Starts the emulator on four free ports, closed with the test, and a control client for it. */
export async function serve(options: Partial<Omit<ServeOptions, 'paths'>> & { readonly paths?: StatePaths } = {}) {
  const paths = options.paths ?? makePaths()
  const running = await serveEmulator({
    paths,
    port: 0,
    now: () => new Date(),
    version: '0.0.0-test',
    pid: process.pid,
    ...options,
  })
  onTestFinished(() => running.close())
  const { urls, runFile } = running
  const control = createControlClient({ send: nodeSend, url: urls.portal, token: runFile.controlToken })
  return { running, paths, urls, control }
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Starts the real emulator on free ports, and returns the context for a command to find it. */
export async function servedContext() {
  const { paths, control, urls, running } = await serve()
  return { overrides: { paths, send: nodeSend, sleep }, control, urls, running }
}
