import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

import { writeRunFile, type RunFilePath } from '../../../src/control/run-file.ts'

/** Writes the run file of an emulator at the default addresses, with this process as its process. */
export function noteEmulator(paths: RunFilePath): void {
  mkdirSync(dirname(paths.runFile), { recursive: true })
  writeRunFile(paths, {
    id: 'abc',
    pid: process.pid,
    urls: {
      api: 'http://127.0.0.1:4800',
      admin: 'http://localhost:4801',
      portal: 'http://127.0.0.1:4802',
      storefront: 'http://127.0.0.1:4803',
    },
    controlToken: 'token',
    startedAt: '2026-11-27T08:00:00.000Z',
  })
}
