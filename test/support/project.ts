import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { onTestFinished } from 'vitest'

import { writeRunFile } from '../../src/control/run-file.ts'
import { ensureFolder } from '../../src/storage/files.ts'
import { makeContext, NOON, type ContextOverrides } from './context.ts'
import { makeEmulator } from './emulator.ts'
import { sendTo } from './send.ts'

/** An app.toml whose registration has no silent trap. */
export const plainAppToml = `key = "app.acme.loyalty"
name = "Loyalty"
[scopes]
required = ["orders.read"]
optional = ["customers.read"]
[webhooks]
topics = ["order.paid", "app.uninstalled"]
`

export interface ProjectOptions extends ContextOverrides {
  /** Text of app.toml, or null for a folder without one. */
  readonly appToml?: string | null
}

/** Creates a project folder and a running emulator with its run file, all in this process. */
export function makeProject({ appToml = plainAppToml, ...overrides }: ProjectOptions = {}) {
  const cwd = mkdtempSync(join(tmpdir(), 'svcapp-project-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  const file = join(cwd, 'app.toml')
  if (appToml !== null) writeFileSync(file, appToml)

  const test = makeEmulator()
  const { emulator, urls } = test
  const context = makeContext({ cwd, send: sendTo(emulator), ...overrides })
  ensureFolder(context.paths.emulatorDir)
  writeRunFile(context.paths, {
    id: 'test',
    pid: process.pid,
    urls,
    controlToken: emulator.controlToken,
    startedAt: NOON.toISOString(),
  })
  const secret = async (kind: 'client-secret' | 'signing-secret' | 'token-key') =>
    (await context.credentials({ isEmulator: true })).stored({
      identity: 'emulator:test',
      appKey: 'app.acme.loyalty',
      kind,
    })
  return { ...test, cwd, file, context, secret }
}
