import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { readSessionLog } from '../../../src/dev/background/session-log.ts'
import { statePaths } from '../../../src/project/paths.ts'
import { named, reach } from '../../support/dev/dev-events.ts'
import { makeDevProject } from '../../support/dev/dev-project.ts'
import { freePorts, runCli } from '../../support/run-cli.ts'

it('a flood of app output does not push deliveries and installs out of the log, and its last line is shown', async () => {
  const project = await makeDevProject()
  const file = join(project.dir, 'app.mjs')
  const flood = `
import { existsSync } from 'node:fs'
const wait = setInterval(() => {
  if (!existsSync('go')) return
  clearInterval(wait)
  for (let n = 0; n < 400; n++) process.stdout.write('and so on, for ever and ever\\n'.repeat(500))
  process.stdout.write('that was all\\n')
}, 50)`
  writeFileSync(file, readFileSync(file, 'utf8') + flood)
  const run = runCli(project, ['dev', '--approve', '--yes', '--ndjson', ...freePorts])
  await reach(run, 'installed')

  writeFileSync(join(project.dir, 'go'), '')
  const printed = () => named(run, 'app-output').map(({ line }) => String(line))
  await expect.poll(() => printed().includes('that was all')).toBe(true)
  run.child.kill('SIGINT')
  expect(await run.ended).toBe(130)

  const lines = printed()
  const leftOut = lines.flatMap((line) => /^… (\d+) lines left out$/.exec(line)?.[1] ?? [])
  expect(leftOut).not.toEqual([])
  const shown = lines.filter((line) => line === 'and so on, for ever and ever').length
  expect(shown + leftOut.reduce((sum, count) => sum + Number(count), 0)).toBe(200_000)
  const kept = readSessionLog({ paths: statePaths({ env: project.env, dataDir: project.home }), dir: project.dir })()
  expect(kept.filter(({ event }) => event === 'installed')).toHaveLength(1)
})
