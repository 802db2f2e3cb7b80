import { spawn, spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { program } from '../support/program.ts'

/** What a command says whose stdin holds `text` only after it has begun to read. */
async function runWithLate(text: string, ...argv: readonly string[]) {
  const home = mkdtempSync(join(tmpdir(), 'svcapp-stdin-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const script = '(sleep 1; printf %s "$0") | "$@"'
  const child = spawn('sh', ['-c', script, text, process.execPath, program, ...argv], {
    cwd: home,
    stdio: ['inherit', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', HOME: home, SVCAPP_HOME: join(home, 'state') },
  })
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => void said.push(chunk))
  const exit = await new Promise((resolve) => child.once('close', resolve))
  return { exit, said: Buffer.concat(said).toString('utf8') }
}

const token = `${Buffer.from('{"appKey":"app.acme.loyalty"}').toString('base64url')}.c2lnbmF0dXJl`

it.skipIf(process.platform === 'win32')('waits for late input on stdin', async () => {
  const { exit, said } = await runWithLate(token, 'embed', 'decode', '--json')

  expect(said).toContain('app.acme.loyalty')
  expect(exit).toBe(0)
})

it.skipIf(process.platform === 'win32')('an unreadable stdin is a usage error and exits with 2', () => {
  const home = mkdtempSync(join(tmpdir(), 'svcapp-stdin-'))
  const folder = openSync(home, 'r')
  onTestFinished(() => {
    closeSync(folder)
    rmSync(home, { recursive: true, force: true })
  })

  const { status, stderr } = spawnSync(process.execPath, [program, 'embed', 'decode'], {
    cwd: home,
    stdio: [folder, 'pipe', 'pipe'],
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', HOME: home, SVCAPP_HOME: join(home, 'state') },
  })

  expect(status).toBe(2)
  expect(stderr).toContain('stdin cannot be read (EISDIR).')
})
