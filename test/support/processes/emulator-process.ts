import { flushCompileCache } from 'node:module'

import { serveEmulator } from '../../../src/emulator/serve.ts'

// Runs the emulator as a separate process, for tests that kill it: node emulator-process.ts <emulatorDir> <runFile>
const [emulatorDir = '', runFile = ''] = process.argv.slice(2)
await serveEmulator({
  paths: { emulatorDir, runFile },
  port: 0,
  now: () => new Date(),
  version: '0.0.0-test',
  pid: process.pid,
})
flushCompileCache()
process.stdout.write('ready\n')
