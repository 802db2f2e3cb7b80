import { spawn, type StdioOptions } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { program } from '../support/program.ts'

/** What a command says whose stdin holds `text` only after it has begun to read. */
async function runWithLate(text: string, ...argv: readonly string[]) {
  const home = mkdtempSync(join(tmpdir(), 'svcapp-stdin-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const stdio: StdioOptions = ['inherit', 'pipe', 'pipe']
  const script = '(sleep 1; printf %s "$0") | "$@"'
  const child = spawn('sh', ['-c', script, text, process.execPath, program, ...argv], {
    cwd: home,
    stdio,
    env: { PATH: process.env['PATH'] ?? '', HOME: home, SVCAPP_HOME: join(home, 'state') },
  })
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => void said.push(chunk))
  const exit = await new Promise((resolve) => child.once('close', resolve))
  return { exit, said: Buffer.concat(said).toString('utf8') }
}

const token = `${Buffer.from('{"appKey":"app.acme.loyalty"}').toString('base64url')}.c2lnbmF0dXJl`

it.skipIf(process.platform === 'win32')('what comes late on stdin is waited for', async () => {
  const { exit, said } = await runWithLate(token, 'embed', 'decode', '--json')

  expect(said).toContain('app.acme.loyalty')
  expect(exit).toBe(0)
})
