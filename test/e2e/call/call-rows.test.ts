import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import { program } from '../../support/program.ts'
import { until, untilPrinted } from '../support/machine.ts'
import { usePlatform, type OpenProject } from '../support/platform.ts'

const platform = usePlatform()

const scopes = 'orders.read,products.read,products.write'

interface Row {
  readonly externalRef: string
  readonly title?: string
  readonly price?: number
}

const rowsOf = (name: string, count: number): Row[] =>
  Array.from({ length: count }, (_, at) => ({ externalRef: `${name}-${at}`, title: `${name} ${at}`, price: 9.9 }))

/** Writes rows and waits until they are there. */
async function writeRows(project: OpenProject, rows: readonly Row[]) {
  writeFileSync(join(project.dir, 'rows.json'), JSON.stringify(rows))
  return project.run(['call', 'products', 'bulk', '--data', '@rows.json', '--failed-out', 'bad.json', '--json'])
}

const namesIn = (ndjson: string): string[] =>
  ndjson
    .split('\n')
    // A process that is killed may leave half a line, which no reader would take for a row.
    .slice(0, -1)
    .map((line) => (JSON.parse(line) as { product: { name: string } | null }).product?.name ?? '')

describe('app call products bulk', () => {
  it('writes 997 of 1000 rows, keeps the three invalid ones, and changes nothing on a second run (N30)', async () => {
    const project = await platform().installedProject({ scopes })
    const rows: Row[] = rowsOf('Bulk', 1_000).map((row, at) =>
      [100, 555, 999].includes(at) ? { externalRef: row.externalRef } : row,
    )

    const first = await writeRows(project, rows)
    const kept = JSON.parse(readFileSync(join(project.dir, 'bad.json'), 'utf8')) as Row[]
    const again = await writeRows(project, rows)
    const listed = await project.run([
      'call',
      'products',
      'list',
      '--search',
      'Bulk',
      '--all',
      '--ndjson',
      '--fields',
      'id',
    ])

    expect([first.exit, again.exit]).toEqual([9, 9])
    expect(kept).toEqual([100, 555, 999].map((at) => rows[at]))
    expect(statSync(join(project.dir, 'bad.json')).mode & 0o777).toBe(0o600)
    expect(new Set(listed.stdout.trim().split('\n')).size).toBe(997)
    expect(listed.stdout.trim().split('\n')).toHaveLength(997)
    const resultsOf = (text: string) => (JSON.parse(text) as { results: { id: number }[] }).results.map(({ id }) => id)
    expect(resultsOf(again.stdout)).toEqual(resultsOf(first.stdout))
    const requests = await platform().requests(project.key)
    expect(requests.filter(({ path }) => path.endsWith('/products/bulk'))).toHaveLength(20)
  })
})

const follow = [
  'call',
  'products',
  'delta',
  '--follow',
  '--cursor-file',
  'cursor.json',
  '--interval',
  '100ms',
  '--ndjson',
]

describe('app call products delta --follow', () => {
  it('continues after kill -9 without losing a row, and exits with 130 and the right cursor on Ctrl-C', async () => {
    const project = await platform().installedProject({ scopes })
    const { machine } = platform()
    const start = (more: readonly string[] = []) => machine.start([...follow, ...more], { cwd: project.dir })
    const since = ['--since', new Date(Date.now() - 1_000).toISOString(), '--page-size', '7']

    const first = start(since)
    await writeRows(project, rowsOf('One', 20))
    await untilPrinted(first, () => namesIn(first.stdout()).includes('One 19'), 'the first rows')
    first.child.kill('SIGKILL')
    await first.ended
    await writeRows(project, rowsOf('Two', 20))
    const second = start()
    await untilPrinted(second, () => namesIn(second.stdout()).includes('Two 19'), 'the rows from in between')
    second.child.kill('SIGINT')
    const ended = await second.ended
    const third = await project.run(['call', 'products', 'delta', '--cursor-file', 'cursor.json', '--ndjson'])

    expect(ended.exit).toBe(130)
    expect(namesIn(first.stdout()).filter((name) => name.startsWith('One'))).toHaveLength(20)
    expect(namesIn(ended.stdout).filter((name) => name.startsWith('Two'))).toHaveLength(20)
    expect([third.exit, third.stdout]).toEqual([0, ''])
  })

  it('after a kill at any moment, repeats at most one batch and never loses a row', async () => {
    const project = await platform().installedProject({ scopes })
    const { machine } = platform()
    const since = new Date(Date.now() - 1_000).toISOString()
    await writeRows(project, rowsOf('Kill', 300))
    const argv = [...follow, '--since', since, '--page-size', '5', '--max-rate', '600']
    const seen: string[] = []

    for (let run = 0; run < 12 && !seen.includes('Kill 299'); run++) {
      const started = machine.start(argv, { cwd: project.dir })
      const printed = () => namesIn(started.stdout())
      // After one more batch in each run, so that the last one has printed everything on any machine.
      const isFarEnough = () => printed().length > 5 * run || printed().includes('Kill 299')
      await until(() => isFarEnough() || started.child.exitCode !== null, 'the rows of this run')
      // Anywhere between two writes of the process.
      await new Promise((resolve) => void setTimeout(resolve, 13 * run))
      started.child.kill('SIGKILL')
      seen.push(...namesIn((await started.ended).stdout))
    }
    const rest = await project.run(['call', 'products', 'delta', '--cursor-file', 'cursor.json', '--ndjson'])
    seen.push(...namesIn(rest.stdout))

    expect(existsSync(join(project.dir, 'cursor.json'))).toBe(true)
    const names = seen.filter((name) => name.startsWith('Kill'))
    expect(new Set(names)).toEqual(new Set(rowsOf('Kill', 300).map(({ title }) => title)))
    expect(names.length).toBeLessThanOrEqual(300 + 12 * 5)
  })
})

describe('app call products delta --cursor-file', () => {
  const start = async () => {
    const project = await platform().installedProject({ scopes })
    const since = ['--since', new Date(Date.now() - 1_000).toISOString()]
    await writeRows(project, rowsOf('Lost', 3))
    const argv = ['call', 'products', 'delta', '--cursor-file', 'cursor.json', ...since, '--ndjson']
    const { machine } = platform()
    const env = { PATH: process.env['PATH'], HOME: machine.dir, SVCAPP_HOME: machine.home }
    // The program starts when a line arrives on stdin.
    const held = ['-c', 'read -r line && exec "$@" < /dev/null', 'sh', process.execPath, program, ...argv]
    const run = (stdout: number | 'pipe', more: readonly string[] = []) =>
      spawn('sh', [...held, ...more], { cwd: project.dir, env, stdio: ['pipe', stdout, 'pipe'] })
    return { project, run, argv, file: join(project.dir, 'cursor.json') }
  }

  const endOf = async (child: ChildProcess) => {
    child.stdin?.end('start\n')
    let stderr = ''
    child.stderr?.on('data', (chunk) => void (stderr += String(chunk)))
    const exit = await new Promise((resolve) => void child.once('close', resolve))
    return { exit, stderr }
  }

  it.runIf(existsSync('/dev/full')).each([[[]], [['--follow', '--interval', '100ms']]])(
    'does not go past rows that found no space: %j',
    async (more) => {
      const { project, run, argv, file } = await start()
      const full = openSync('/dev/full', 'w')
      onTestFinished(() => closeSync(full))

      const { exit, stderr } = await endOf(run(full, more))

      expect([exit, existsSync(file)]).toEqual([3, false])
      expect(stderr).toContain('Code: cli.output-lost')
      expect(stderr.match(/Error:/g)).toHaveLength(1)
      expect(namesIn((await project.run(argv)).stdout).filter((name) => name.startsWith('Lost'))).toHaveLength(3)
    },
  )

  it.each([[[]], [['--follow', '--interval', '100ms']]])(
    'does not advance past rows after the reader disconnects, and reports no error: %j',
    async (more) => {
      const { run, file } = await start()
      const child = run('pipe', more)
      child.stdout?.destroy()

      expect(await endOf(child)).toEqual({ exit: 0, stderr: '' })
      expect(existsSync(file)).toBe(false)
    },
  )
})

it.runIf(existsSync('/dev/full')).each([
  ['call', 'orders', 'report', '--json'],
  ['call', 'products', 'list', '--all', '--json'],
  ['call', 'products', 'list'],
])('says that its answer found no space: %s %s %s', async (...argv) => {
  const project = await platform().installedProject({ scopes })
  const full = openSync('/dev/full', 'w')
  onTestFinished(() => closeSync(full))

  const { stderr, status } = spawnSync(process.execPath, [program, ...argv], {
    cwd: project.dir,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: platform().machine.dir, SVCAPP_HOME: platform().machine.home },
    stdio: ['ignore', full, 'pipe'],
  })

  expect([status, stderr.match(/Code: .*/g)]).toEqual([3, ['Code: cli.output-lost']])
})

it('exits quietly after the reader closes the pipe', async () => {
  const project = await platform().installedProject({ scopes })
  await writeRows(project, rowsOf('Pipe', 400))
  const command = `"${process.execPath}" "${program}" call products list --all --ndjson | head -1; echo "\${PIPESTATUS[0]}"`

  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', command], {
    cwd: project.dir,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: platform().machine.dir, SVCAPP_HOME: platform().machine.home },
  })

  const [first = '', exit] = stdout.trim().split('\n')
  expect(JSON.parse(first)).toHaveProperty('id')
  expect([exit, stderr]).toEqual(['0', ''])
})
