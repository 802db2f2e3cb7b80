import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import type { AppCommandClass } from '../src/cli.ts'
import { runCommand } from './support/command/command.ts'

const folder = join(import.meta.dirname, '../src/commands')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))

/** The little of a command class that is read here. */
interface Declared {
  readonly args: Readonly<Record<string, { readonly required?: boolean; readonly options?: readonly string[] }>>
  readonly flags: Readonly<
    Record<string, { readonly type: string; readonly required?: boolean; readonly helpValue?: string }>
  >
}

const oddValues = ['', 'abc', '-1', '1.5', '1e999', '9'.repeat(40), '\u001b[31m', '../..', '{"a":', '%00']

/** What the command reads its line with, and nothing that it does. */
function readerOf(command: AppCommandClass & Declared) {
  return class Reader extends command {
    override async run() {
      await this.parse(command as never)
    }
  }
}

describe.each(files)('%s', (file) => {
  it('accepts any value of a flag or argument, or rejects it as a usage error', async () => {
    const { default: command } = (await import(join(folder, file))) as { default: AppCommandClass & Declared }
    const Reader = readerOf(command)
    const options = Object.entries(command.flags ?? {}).filter(([, { type }]) => type === 'option')
    const names = Object.keys(command.args ?? {})
    const lines = oddValues.flatMap((value) => [
      ...options.map(([name]) => [...names.map(() => '1'), `--${name}=${value}`]),
      ...names.map((_, at) => ['--', ...names.map((_name, place) => (place === at ? value : '1'))]),
    ])

    const runs = await Promise.all(lines.map(async (line) => ({ line, ...(await runCommand(Reader, line)) })))

    expect(
      runs.filter(({ exit }) => exit !== 0 && exit !== 2).map(({ line, stderr }) => `${line.join(' ')}: ${stderr}`),
    ).toEqual([])
  })
})

it.each(['~', '~root'])(
  'rejects every file or folder with an unexpanded %s, and suggests the correct form',
  async (home) => {
    const loaded = await Promise.all(
      files.map(
        async (file) => ((await import(join(folder, file))) as { default: AppCommandClass & Declared }).default,
      ),
    )
    const given = loaded.flatMap((command) =>
      Object.entries(command.flags ?? {}).flatMap(([name, { helpValue = '' }]) =>
        ['<file>', '<folder>', '<name|file>', '<file>|-', '<template>'].includes(helpValue)
          ? [{ command, flag: `--${name}=${home}/x`, next: `--${name}="$HOME/x"` }]
          : ['@file|-', '<json>'].includes(helpValue)
            ? [{ command, flag: `--${name}=@${home}/x`, next: `--${name}="@$HOME/x"` }]
            : [],
      ),
    )

    const runs = await Promise.all(
      given.map(async ({ command, flag, next }) => {
        const names = Object.keys(command.args ?? {})
        const { exit, error } = await runCommand(readerOf(command), [
          ...names.map((one) => command.args[one]?.options?.[0] ?? '1'),
          flag,
        ])
        const suggestion =
          home === '~'
            ? `Use $HOME instead: ${next}`
            : `Use an absolute path, or ./${home}/x if the name starts with ~.`
        return exit === 2 && error?.suggestions?.join() === suggestion ? [] : [flag]
      }),
    )

    const flags = new Set(given.map(({ flag }) => flag))
    for (const name of [
      'dir',
      'out',
      'failed-out',
      'cursor-file',
      'ready-file',
      'junit',
      'base',
      'project',
      'seed',
      'from',
      'template',
    ])
      expect(flags).toContain(`--${name}=${home}/x`)
    for (const name of ['data', 'body', 'headers']) expect(flags).toContain(`--${name}=@${home}/x`)
    expect(runs.flat()).toEqual([])
  },
)
