import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs'

import { parseSync } from 'rolldown/utils'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import { hotModules } from '../../scripts/build/oclif-rest.ts'
import { openTrialPlatform } from '../../scripts/build/trial-platform.ts'
import { copyBundle, type Bundle } from '../support/processes/bundle.ts'

let bundle: Bundle

beforeAll(async () => {
  bundle = copyBundle()
})

afterAll(() => bundle.remove())

/** Each costs more than a start may cost, or pulls in what does. */
const heavy = ['undici', '@inquirer', 'ora', 'hono', '@hono', 'zod', 'execa', 'open', 'smol-toml']

/** Patterns that loading a file makes, and no function of it: V8 checks each as soon as it comes to it, 14 ms for the set of all emoji. */
function patternsAtStart(code: string): string[] {
  const patterns: string[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, regex } = node as { type?: string; regex?: { pattern: string } }
    if (type !== undefined && /Function/.test(type)) return
    if (regex !== undefined) patterns.push(regex.pattern)
    for (const inner of Object.values(node)) visit(inner)
  }
  visit(parseSync('chunk.js', code).program)
  return patterns
}

describe('the bundle', () => {
  it('prints --version without loading anything but bin/run.js', () => {
    const { stdout } = bundle.run(['--version'])

    expect(stdout).toMatch(/^svcapp\/\d+\.\d+\.\d+ \w+-\w+ node-v\d+/)
    expect(bundle.run(['-v']).stdout).toBe(stdout)
    expect(bundle.loaded(['--version']).files).toEqual([])
  })

  it('loads only oclif and the command for a command', () => {
    const { packages, files } = bundle.loaded(['explain', 'net.timeout'])

    expect(files).toContain('commands/explain.js')
    expect(files.filter((file) => file.startsWith('commands/'))).toHaveLength(1)
    expect(packages.filter((name) => heavy.some((one) => name === one || name.startsWith(`${one}/`)))).toEqual([])
  })

  it('loads only the oclif modules that a successful command runs through', () => {
    const { files, sources } = bundle.loaded(['explain', 'net.timeout'])
    const oclif = sources.flatMap((file) => /@oclif\/core\/lib\/(.*)\.js$/.exec(file)?.[1] ?? [])

    expect(oclif.toSorted()).toEqual(hotModules.toSorted())
    expect(files).not.toContain('oclif.cjs')
    expect(bundle.loaded(['explain', '--no-such-flag']).files).toContain('oclif.cjs')
  })

  it.each([
    [
      ['token', 'list'],
      ['catalog', 'client', 'control/control-client.ts', 'call', 'journal', 'emulator', 'tunnel', 'install'],
    ],
    [['env'], ['catalog/fields.ts', 'call', 'journal', 'emulator', 'tunnel', 'install']],
    [
      ['store', 'list'],
      ['catalog/fields.ts', 'call', 'journal', 'emulator', 'tunnel', 'install'],
    ],
    [
      ['webhook', 'list'],
      ['catalog/fields.ts', 'client', 'call', 'emulator', 'tunnel', 'install'],
    ],
    [
      ['emulator', 'status'],
      ['catalog/fields.ts', 'call', 'journal', 'emulator', 'tunnel', 'install'],
    ],
  ])('loads no schema and no unrelated module for %j', (argv, others) => {
    const { packages, sources, builtins } = bundle.loaded(argv)

    expect(packages).not.toContain('zod')
    expect(builtins.filter((name) => ['crypto', 'child_process', 'readline', 'zlib'].includes(name))).toEqual([])
    expect(sources.filter((file) => others.some((room) => file.startsWith(`src/${room}`)))).toEqual([])
  })

  it('loads neither streams nor tty for a command that writes to a pipe', () => {
    const { builtins } = bundle.loaded(['explain', 'net.timeout'])

    expect(builtins.filter((name) => ['stream', 'net', 'tty', 'os'].includes(name))).toEqual([])
  })

  it.each([[[]], [['--json']]])('loads only eight files with needed code for a plain call with %j', async (more) => {
    const platform = await openTrialPlatform(bundle.dir)
    onTestFinished(() => platform.close())
    const { files, packages, sources, builtins } = await bundle.loadedIn(
      platform.project,
      ['call', 'orders', 'list', '--region', 'tr', ...more],
      platform.env,
    )

    const others =
      /call\/.*(read-pages|read-changes|write-rows|preview|file-input)|client\/(paging|rows\/bulk|pace|upload\/upload)|src\/(journal|emulator|gateway|install|tunnel|views\/(?!call|cells|view))/
    expect(files.map((file) => file.replace(/-[\w-]{8}\.js$/, ''))).toEqual([
      'main.js',
      'commands/call/orders/list.js',
      ...['call', 'project', 'core', 'state', 'orders', 'send'].map((name) => `chunks/${name}`),
    ])
    expect(packages).toEqual(['@oclif/core', 'get-east-asian-width', 'smol-toml'])
    expect(sources).toEqual(expect.arrayContaining(['src/call/send/send-once.ts', 'src/client/client.ts']))
    expect(sources.filter((file) => others.test(file))).toEqual([])
    expect(
      builtins.filter((name) => ['crypto', 'child_process', 'tls', 'readline', 'zlib', 'tty'].includes(name)),
    ).toEqual([])
  })

  it('has all code that a call runs in the compile cache, not only file outlines', async () => {
    const platform = await openTrialPlatform(bundle.dir)
    onTestFinished(() => platform.close())
    const argv = ['call', 'orders', 'list', '--region', 'tr', '--json']
    const { files } = await bundle.loadedIn(platform.project, argv, platform.env)
    const { globSync, statSync } = await import('node:fs')
    const bytes = (paths: readonly string[]) => paths.reduce((sum, path) => sum + statSync(path).size, 0)
    const cache = globSync(`${platform.env['HOME']}/.cache/svcapp/compile-cache/*/*`)

    expect(cache.length).toBeGreaterThanOrEqual(files.length)
    // V8 writes down nothing of a function that it has not compiled: then the cache is smaller than the sources.
    expect(bytes(cache)).toBeGreaterThan(1.4 * bytes(files.map((file) => `${bundle.dir}/dist/${file}`)))
  })

  it('has only ASCII in the code that a call loads, because V8 reads other files at half the speed', async () => {
    const { files } = bundle.loaded(['call', 'orders', 'list'])

    expect(files.length).toBeGreaterThan(5)
    expect(files.filter((file) => /\P{ASCII}/u.test(readFileSync(`${bundle.dir}/dist/${file}`, 'utf8')))).toEqual([])
  })

  it.each([[['--help']], [['emulator', '--help']], [['call', 'orders', 'list', '-h']], [['help', 'dev']], [[]]])(
    'loads neither oclif nor a command for %j',
    (argv) => {
      const { packages, files } = bundle.loaded(argv)

      expect(packages).toEqual([])
      expect(files).toEqual(['main.js'])
    },
  )

  it.each([
    [['emulator'], ''],
    [['call', 'orders', 'list'], '--'],
    [['call', 'orders', 'list', '--region'], ''],
    [['webhook', 'trigger'], ''],
    [['explain'], 'net.'],
  ])('completes after %j without loading oclif, a command or the catalog', (words, current) => {
    const env = { SVCAPP_COMPLETE_WORDS: words.join('\n'), SVCAPP_COMPLETE_CURRENT: current }
    const { packages, files, builtins } = bundle.loaded(['__complete', 'fish'], env)

    expect(packages).toEqual([])
    expect(files).toEqual(['main/complete/answer.js', 'main.js'])
    expect(builtins.filter((name) => ['net', 'tty'].includes(name))).toEqual([])
  })

  it('loads no oclif for a topic alone', () => {
    expect(bundle.loaded(['call']).packages).toEqual([])
    expect(bundle.run(['call']).stdout).toBe(bundle.run(['call', '--help']).stdout)
  })

  it('has a help page for every command', () => {
    const { commands } = JSON.parse(readFileSync(`${bundle.dir}/oclif.manifest.json`, 'utf8')) as { commands: object }
    const pages = readFileSync(`${bundle.dir}/dist/help.txt`, 'utf8')
    const without = Object.keys(commands).filter((id) => !pages.includes(`\0${id.replaceAll(':', ' ')}\n`))

    expect(without).toEqual([])
  })

  it('shows exactly the bytes that oclif renders for 80 columns, plain and in color', () => {
    const asked = [[], ['emulator'], ['call', 'orders', 'list']]
    const looks = [{ OCLIF_COLUMNS: '80' }, { OCLIF_COLUMNS: '80', FORCE_COLOR: '1' }, {}]
    const shown = () => asked.flatMap((words) => looks.map((env) => bundle.run([...words, '--help'], env)))
    const packed = shown()
    const pages = readFileSync(`${bundle.dir}/dist/help.txt`)
    writeFileSync(`${bundle.dir}/dist/help.txt`, '')
    onTestFinished(() => writeFileSync(`${bundle.dir}/dist/help.txt`, pages))

    expect(bundle.loaded(['--help']).files).toContain('oclif.cjs')
    expect(packed).toEqual(shown())
    expect(packed.filter(({ stdout }) => stdout.includes('\u001b'))).toHaveLength(asked.length)
  })

  it('shows the 80-column page on a wider terminal, and renders a new one for a narrow terminal', () => {
    const widest = (columns: string) => {
      const { stdout } = bundle.run(['emulator', '--help'], { OCLIF_COLUMNS: columns })
      return Math.max(...stdout.split('\n').map((line) => line.length))
    }

    expect(widest('119')).toBe(widest('80'))
    expect(widest('200')).toBe(widest('80'))
    expect(widest('45')).toBeLessThanOrEqual(45)
  })

  it.each([[['call', 'nope', '--help']], [['nope', '--help']]])('rejects help for an unknown command: %j', (argv) => {
    expect(bundle.run(argv)).toMatchObject({
      stdout: '',
      exit: 2,
      stderr: expect.stringContaining('Unknown command') as string,
    })
  })

  it.each([[['token', 'list']], [['call', 'orders', 'list']], [['__complete', 'fish']]])(
    'compiles no Unicode property pattern until %j needs one',
    (argv) => {
      const { files } = bundle.loaded(argv)
      const costly = files.flatMap((file) => patternsAtStart(readFileSync(`${bundle.dir}/dist/${file}`, 'utf8')))

      expect(files.length).toBeGreaterThan(1)
      expect(costly.filter((pattern) => pattern.includes('\\p{'))).toEqual([])
    },
  )

  it('has no license texts in the code that is read at every start', async () => {
    const { globSync } = await import('node:fs')
    const code = globSync(`${bundle.dir}/dist/**/*.{js,cjs}`).map((file) => readFileSync(file, 'utf8'))

    expect(code.filter((text) => /Copyright \(c\) Squirrel|MIT License/.test(text))).toEqual([])
  })

  it('never imports a builtin in the slow way', async () => {
    const { globSync, readFileSync } = await import('node:fs')
    const files = globSync(`${bundle.dir}/dist/**/*.js`)

    const expensive = files.filter((file) => /from\s?["'`]node:/.test(readFileSync(file, 'utf8')))

    expect(files.length).toBeGreaterThan(20)
    expect(expensive).toEqual([])
  })

  it('can load every file, including each command and its lazy imports', async () => {
    const { globSync } = await import('node:fs')
    const { spawnSync } = await import('node:child_process')
    const files = globSync('{commands,chunks}/**/*.js', { cwd: `${bundle.dir}/dist` })
    const load = `for (const file of ${JSON.stringify(files)}) await import('./' + file).catch((error) => console.log(file, error))`

    const run = spawnSync(process.execPath, ['--input-type=module', '-e', load], {
      encoding: 'utf8',
      cwd: `${bundle.dir}/dist`,
      env: {},
    })

    expect(files.length).toBeGreaterThan(200)
    expect([run.stdout, run.stderr, run.status]).toEqual(['', '', 0])
  })

  it('shows the main help page for --help, for help and without arguments', () => {
    const { stdout, exit } = bundle.run(['--help'])

    expect(exit).toBe(0)
    expect(stdout).toMatch(/START HERE[\s\S]*app init[\s\S]*COMMANDS[\s\S]*app help --all/)
    expect(bundle.run([]).stdout).toBe(stdout)
    expect(bundle.run(['help']).stdout).toBe(stdout)
  })

  it('lists every command with help --all', () => {
    const { stdout, exit } = bundle.run(['help', '--all'])

    expect(exit).toBe(0)
    expect(stdout).toMatch(/USAGE[\s\S]*\$ app[\s\S]*BUILD AND RUN[\s\S]*explain/)
    // oclif takes a command for a topic too when another topic's name ends like it.
    expect(stdout.match(/^ {2}context /gm)).toHaveLength(1)
  })

  it('shows the help of a command with --help, -h and help', () => {
    const { stdout, exit } = bundle.run(['explain', '--help'])

    expect(exit).toBe(0)
    expect(stdout).toMatch(/USAGE[\s\S]*--json[\s\S]*EXAMPLES/)
    expect(bundle.run(['explain', '-h']).stdout).toBe(stdout)
    expect(bundle.run(['help', 'explain']).stdout).toBe(stdout)
  })

  it('runs a command and exits with its exit code', () => {
    expect(bundle.run(['explain', 'net.timeout', '--json'])).toEqual({
      stdout: expect.stringMatching(/^\{"code":"net.timeout".*\}\n$/) as string,
      stderr: '',
      exit: 0,
    })
    expect(bundle.run(['explain', 'no.such.code'])).toMatchObject({ stdout: '', exit: 2 })
  })

  it.each([
    [['exlain'], 'app explain'],
    [['explian', 'net.timeout'], 'app explain'],
    [['frobnicate'], 'app help --all'],
  ])('suggests a command for the unknown command %j and exits with 2', (argv, guess) => {
    const words = bundle.run(argv)
    const json = bundle.run([...argv, '--json'])

    expect(words).toMatchObject({ stdout: '', exit: 2, stderr: expect.stringContaining(guess) as string })
    expect(JSON.parse(json.stdout)).toMatchObject({ error: { code: 'usage.unknown-command' } })
    expect(json).toMatchObject({ stderr: '', exit: 2 })
  })

  it('ignores a .env file in the current folder (T29)', async () => {
    const { writeFileSync } = await import('node:fs')
    writeFileSync(`${bundle.dir}/.env`, 'NODE_OPTIONS=--no-such-option\nFORCE_COLOR=1\nDEBUG=*\nSVCAPP_TARGET=mars\n')

    const run = bundle.run(['explain', 'no.such.code'])

    expect(run.exit).toBe(2)
    expect(run.stderr).not.toMatch(/^ +at /m)
    expect(run.stderr).not.toContain('\u001b')
  })

  it('exits quietly when its reader closes the pipe', async () => {
    const { spawnSync } = await import('node:child_process')
    const command = `"${process.execPath}" "${bundle.dir}/bin/run.js" explain | head -c 1; echo " \${PIPESTATUS[0]}"`

    const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', command], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] },
    })

    expect(stdout).toMatch(/ 0\n$/)
    expect(stderr).not.toMatch(/Error|EPIPE/)
  })

  it.runIf(existsSync('/dev/full')).each([
    [['explain'], 3],
    [['explain', '--json'], 3],
    [['scopes', '--json'], 3],
    [['--help'], 3],
    [['--version'], 3],
    // The command's own failure came first, and it was to be told on stdout.
    [['explain', 'no.such.code', '--json'], 2],
    [['no-such-command', '--json'], 2],
  ])('says that nothing is left for stdout: %j', async (argv, exit) => {
    const { spawnSync } = await import('node:child_process')
    const full = openSync('/dev/full', 'w')
    onTestFinished(() => closeSync(full))

    const { stderr, status } = spawnSync(process.execPath, [`${bundle.dir}/bin/run.js`, ...argv], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], SVCAPP_HOME: `${bundle.dir}/state` },
      stdio: ['ignore', full, 'pipe'],
    })

    expect(status).toBe(exit)
    expect(stderr).toMatch(/^Error: .*stdout/)
    expect(stderr.match(/cli\.output-lost/g)).toHaveLength(1)
    expect(stderr).not.toMatch(/unexpected|^ +at /m)
  })

  it('shows no secret with DEBUG=* and NODE_DEBUG=* (T35)', () => {
    const secret = `cs_${'A1b2'.repeat(12)}`

    const { stdout, stderr } = bundle.run(['explain', secret], {
      DEBUG: '*',
      NODE_DEBUG: '*',
      SVCAPP_CLIENT_SECRET: secret,
    })

    expect(stderr.length).toBeGreaterThan(200)
    expect(stdout + stderr).not.toContain(secret.slice(-12))
  })
})
