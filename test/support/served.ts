import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { onTestFinished } from 'vitest'

import { createNodeSend } from '../../src/client/node-send.ts'
import { createControlClient } from '../../src/control/control-client.ts'
import { serveEmulator, type ServeOptions } from '../../src/emulator/serve.ts'
import { statePaths, type StatePaths } from '../../src/project/paths.ts'

/** A folder for state that goes with the test. */
export function makePaths() {
  const home = mkdtempSync(join(tmpdir(), 'svcapp-served-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  return statePaths({ env: {}, dataDir: home })
}

/** The transport of the real command line: real sockets. */
export const nodeSend = createNodeSend({ builtin: process.getBuiltinModule, env: {} })

/** The emulator on four free ports of this machine, closed with the test, and a control client for it. */
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

/** The real emulator on free ports, and what a command's context needs to find it. */
export async function servedContext() {
  const { paths, control, urls, running } = await serve()
  return { overrides: { paths, send: nodeSend, sleep }, control, urls, running }
}
