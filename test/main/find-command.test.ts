import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { afterAll, describe, expect, it } from 'vitest'

import { commandsBelow, findCommand } from '../../src/main/find-command.ts'

const dir = mkdtempSync(join(tmpdir(), 'svcapp-commands-'))
for (const topic of ['orders', 'dev']) mkdirSync(join(dir, 'commands', topic), { recursive: true })
for (const file of [
  'commands/orders.ts',
  'commands/orders/list.ts',
  'commands/dev/index.ts',
  'commands/dev/stop.ts',
  'outside.ts',
])
  writeFileSync(join(dir, file), '')
const tree = { commandsUrl: pathToFileURL(`${dir}/commands/`), extension: '.ts' } as const

afterAll(() => rmSync(dir, { recursive: true, force: true }))

describe('findCommand', () => {
  it.each([
    { argv: ['orders', 'list', '--limit', '1'], id: 'orders:list', rest: ['--limit', '1'] },
    { argv: ['orders', 'list', 'tr'], id: 'orders:list', rest: ['tr'] },
    { argv: ['orders:list', 'tr'], id: 'orders:list', rest: ['tr'] },
    { argv: ['orders', '--json', 'list'], id: 'orders', rest: ['--json', 'list'] },
    { argv: ['orders', 'unknown'], id: 'orders', rest: ['unknown'] },
  ])('finds $id in $argv and leaves the remaining arguments', ({ argv, id, rest }) => {
    const found = findCommand(argv, tree)

    expect(found).toEqual({ id, argv: rest, file: `${tree.commandsUrl.href}${id.replace(':', '/')}.ts` })
  })

  it.each([
    { argv: ['dev', '--once'], id: 'dev', file: 'dev/index.ts', rest: ['--once'] },
    { argv: ['dev', 'index'], id: 'dev', file: 'dev/index.ts', rest: ['index'] },
    { argv: ['dev:stop'], id: 'dev:stop', file: 'dev/stop.ts', rest: [] },
  ])('finds a command in the folder of its group: $id of $argv', ({ argv, id, file, rest }) => {
    expect(findCommand(argv, tree)).toEqual({ id, argv: rest, file: `${tree.commandsUrl.href}${file}` })
  })

  it.each([
    [['nothing']],
    [['index']],
    [['--json', 'orders']],
    [['../outside']],
    [['..', 'outside']],
    [['orders/list']],
    [['%2e%2e', 'outside']],
    [['orders\u0000']],
    [[]],
  ])('finds nothing for %j, and no file outside the tree (T33)', (argv) => {
    expect(findCommand(argv, tree)).toBeNull()
  })
})

it('finds the subcommands of a command that is also a topic', () => {
  const below = (argv: string[]) => commandsBelow(findCommand(argv, tree) ?? { id: '', file: '' })

  expect(below(['orders'])).toEqual(['orders:list'])
  expect(below(['orders', 'list'])).toEqual([])
  expect(below(['dev'])).toEqual(['dev:stop'])
})
