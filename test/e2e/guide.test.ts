import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { linkKit } from '../support/dev/scaffolded.ts'
import { compileCache, program } from '../support/program.ts'

const repository = join(import.meta.dirname, '../..')

interface ConsoleBlock {
  readonly page: string
  /**
   * `dev` is the session of `app dev` in which all later blocks run. `screen` is a part of what that session shows, after the
   * key if there is one. `shop` runs in the folder of an app that exists already, `live` with settings of the live platform.
   */
  readonly mark: 'run' | 'dev' | 'screen' | 'shop' | 'live'
  readonly key: string
  /** Commands with the output that the page shows. */
  readonly steps: readonly { readonly command: string; readonly shown: string }[]
  readonly text: string
}

/** The marked blocks of the README and the guides, in the order in which they are read. */
const blocks: readonly ConsoleBlock[] = (
  JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { readonly files: readonly string[] }
).files
  .filter((path) => path.startsWith('docs/guide/'))
  .concat('README.md')
  .flatMap((page) =>
    [...readFileSync(join(repository, page), 'utf8').matchAll(/^```console (\w+)(?: (\w))?\n(.*?)^```$/gms)].map(
      ([, mark, key = '', code = '']) => ({
        page,
        // The first test reports an unknown mark.
        mark: mark as ConsoleBlock['mark'],
        key,
        steps: code.split(/^\$ /m).flatMap((text) => {
          const [command = '', ...shown] = text.split('\n')
          return command === '' ? [] : [{ command, shown: shown.join('\n') }]
        }),
        text: code,
      }),
    ),
  )

let home: string
let dev: ChildProcessWithoutNullStreams | undefined
let screen = ''

/** Deliveries that the commands have caused so far. */
let caused = 0

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'svcapp-guide-'))
  const bin = join(home, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'app'), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`, { mode: 0o755 })
  writeFileSync(join(bin, 'python3'), `#!/bin/sh\nexec "${process.execPath}" -e "${PYTHON}"\n`, { mode: 0o755 })
  // The packages of the app come from this repository.
  writeFileSync(join(bin, 'npm'), '#!/bin/sh\n', { mode: 0o755 })
})

afterAll(async () => {
  if (dev?.exitCode === null) {
    dev.stdin.write('\u0003')
    await once(dev, 'exit')
  }
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
})

const project = () => join(home, 'loyalty')

/** An app without a webhook route, and what the interpreter `python3` of these tests does with it: not every machine has Python. */
const SERVER = "HTTPServer(('127.0.0.1', int(os.environ.get('PORT', 3000))), Handler).serve_forever()\n"
const PYTHON =
  "require('node:http').createServer(({ method }, response) => response.writeHead(method === 'GET' ? 200 : 404).end()).listen(Number(process.env.PORT), '127.0.0.1')"

const LIVE = `
[targets.live]
base_url = "https://api.platform.example"
admin_url = "https://admin.platform.example"
client_id = "cli_1"
`

/** Returns the folder of a block, which exists from its first block on. */
function folderOf(mark: ConsoleBlock['mark']): string {
  if (mark !== 'shop' && mark !== 'live') return existsSync(project()) ? project() : home
  const folder = join(home, mark)
  if (existsSync(folder)) return folder
  mkdirSync(folder)
  if (mark === 'shop') writeFileSync(join(folder, 'server.py'), SERVER)
  else writeFileSync(join(folder, 'app.toml'), readFileSync(join(project(), 'app.toml'), 'utf8') + LIVE)
  return folder
}

/** Of a program that reads and writes a terminal of 100 columns. */
function onTerminal(line: string, mark: ConsoleBlock['mark'] = 'run') {
  return {
    argv: ['-qec', `stty cols 100; ${line}`, '/dev/null'],
    options: {
      cwd: folderOf(mark),
      env: {
        PATH: [join(home, 'bin'), dirname(process.execPath), process.env['PATH']].join(':'),
        HOME: home,
        XDG_CACHE_HOME: compileCache,
        BROWSER: 'none',
        NO_COLOR: '1',
        TERM: 'xterm',
        SHELL: '/bin/bash',
      },
    },
  }
}

/** Without what was erased again, such as a line of progress. */
function visible(output: string): string {
  const lines = output.split('\n').map((line) => line.split('\r\u001B[2K').at(-1)?.split('\u001B[1G\u001B[0K').at(-1))
  return stripVTControlCharacters(lines.join('\n')).replaceAll('\r', '')
}

/** Lets checks take their time, because the load of the machine is not what the pages are about. */
function withoutLimit(command: string): string {
  return command.replace(/^app check\b/, '$& --timeout 3600')
}

/** Commands of one block, in one shell. */
function run(commands: readonly string[], mark: ConsoleBlock['mark']): readonly string[] {
  const script = join(home, 'block.sh')
  writeFileSync(script, commands.map((command) => `printf '\\036\\n'\n${withoutLimit(command)}\n`).join(''))
  const { argv, options } = onTerminal(`bash ${script}`, mark)
  const { stdout } = spawnSync('script', argv, { ...options, input: '', encoding: 'utf8' })
  return visible(stdout).split('\u001E').slice(1)
}

async function startDev(command: string): Promise<string> {
  linkKit(project())
  const { argv, options } = onTerminal(command)
  dev = spawn('script', argv, options)
  dev.stdout.on('data', (chunk: Buffer) => (screen += chunk.toString()))
  await expect.poll(() => (dev?.exitCode === null ? screen : 'Next: exited')).toContain('Next: ')
  return visible(screen).split('\nNext: ')[0] ?? ''
}

/** Presses the key, and waits until the screen has the block. */
async function showsOnScreen({ key, text }: ConsoleBlock): Promise<void> {
  dev?.stdin.write(key)
  if (key === 'o') caused += 1
  const wanted = pattern(`…\n${text}…`)
  await expect.poll(() => `${masked(visible(screen))}\n`).toMatch(wanted)
}

/** The app prints at its own time, so its lines may come before or after those of `app dev`. */
function linesOfAppLast(text: string): string {
  const lines = text.split('\n')
  const isOfApp = (line: string) => line.startsWith('  app | ')
  return [...lines.filter((line) => !isOfApp(line)), ...lines.filter(isOfApp)].join('\n')
}

/**
 * With the same text for every time, id, port and number of an order. The app's part of a duration is not always shown, and
 * an arrival is printed only if the app prints before it responds.
 */
function masked(text: string): string {
  return linesOfAppLast(text)
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z|\d\d:\d\d:\d\d/g, '<time>')
    .replaceAll(/evt_\w+|test:[\da-f-]{36}|…[\da-f]{6}\b/g, '<id>')
    .replaceAll(/\b(?:less than )?[\d.]+ (?:m?s|min)\b(?:, the app \d+ ms)?/g, '<duration>')
    .replaceAll(/(?<=(?:localhost|127\.0\.0\.1):)\d+/g, '<port>')
    .replaceAll(/\b(?<=DEMO-|Order |orders\/|pid |Fault )\d+/g, '<number>')
    .replaceAll(/^ *\d+(?= )/gm, '<row>')
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(
      /^ +| +$|^(?:Ports? \S+ (?:is|to \d+ are) (?:in use|reserved)|Without a keychain,|Still waiting for the app|<time> ← \S+ \S+ \S+ …$).*\n/gm,
      '',
    )
    .replaceAll(/\n+/g, '\n')
    .trim()
}

/** A line `…` matches any lines, and `…` in a line matches any characters. */
function pattern(shown: string): RegExp {
  const lines = masked(shown)
    .split('\n')
    .map((line) =>
      line === '…' ? '(?:.*\\n)*?' : `${line.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '.*')}\\n`,
    )
  return new RegExp(`^${lines.join('')}$`)
}

// The blocks of all pages share one session, so they keep their order.
describe('the guides', { shuffle: false }, () => {
  it('has no block with an unknown mark', () => {
    expect(new Set(blocks.map(({ mark }) => mark))).toEqual(new Set(['run', 'dev', 'screen', 'shop', 'live']))
  })

  it.each(blocks.map((block) => [block.page, block.steps[0]?.command ?? block.key, block] as const))(
    '%s matches the printed output from `%s` on',
    async (_page, first, block) => {
      const { mark, steps } = block
      // The journal has a delivery only after it arrived, which takes longer on a busy machine.
      await expect.poll(() => visible(screen).match(/← .* ms/g)?.length ?? 0).toBeGreaterThanOrEqual(caused)

      if (mark === 'screen') return showsOnScreen(block)
      const printed =
        mark === 'dev'
          ? [await startDev(first)]
          : run(
              steps.map(({ command }) => command),
              mark,
            )

      caused += printed.join('').match(/ to 1 subscription/g)?.length ?? 0
      for (const [at, { command, shown }] of steps.entries()) {
        const text = masked(printed[at] ?? '')
        if (!pattern(shown).test(`${text}\n`))
          throw new Error(`${command} printed:\n${text}\n\nThe page:\n${masked(shown)}`)
      }
    },
  )
})
