import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { copyBundle, type Bundle } from '../support/processes/bundle.ts'

let bundle: Bundle

beforeAll(async () => {
  bundle = copyBundle()
  mkdirSync(join(bundle.dir, '.cache/svcapp'), { recursive: true })
})

afterAll(() => bundle.remove())

/** A command line in a real terminal; what is on it afterwards. */
function onTerminal(line: string, env: Record<string, string> = {}): string {
  const known = { checkedAt: Date.now(), notifiedAt: 0, latest: '99.0.0' }
  writeFileSync(join(bundle.dir, '.cache/svcapp/update.json'), JSON.stringify(known))
  const { stdout } = spawnSync('script', ['-qec', line, '/dev/null'], {
    cwd: bundle.dir,
    env: { PATH: process.env['PATH'], HOME: bundle.dir, SVCAPP_HOME: join(bundle.dir, 'state'), TERM: 'xterm', ...env },
    encoding: 'utf8',
    timeout: 240_000,
  })
  return stdout
}

it('appears only on a terminal, after the command output', () => {
  const app = `'${process.execPath}' bin/run.js`

  expect(onTerminal(`${app} explain net.timeout`)).toMatch(/exit 8[\s\S]*99\.0\.0 is available/)
  for (const [line, env] of [
    [`${app} explain net.timeout --json`, {}],
    [`${app} explain net.timeout 2>/dev/null`, {}],
    [`${app} explain net.timeout | cat`, {}],
    [`${app} explain net.timeout`, { CI: '1' }],
    [`${app} explain no.such.code`, {}],
  ] as const)
    expect(onTerminal(line, env)).not.toContain('99.0.0')
})

it('adds no cost to a command without a terminal', () => {
  expect(bundle.loaded(['explain', 'net.timeout']).sources).not.toContain('src/tasks/update-notice.ts')
})
