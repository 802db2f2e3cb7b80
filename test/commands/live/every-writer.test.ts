import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { describe, expect, it } from 'vitest'

import type { AppCommandClass } from '../../../src/cli.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeLive } from '../../support/live/counting-live.ts'

const root = join(import.meta.dirname, '../../..')

interface Writer {
  readonly writes?: readonly string[]
  readonly args: Readonly<Record<string, object>>
  readonly flags: Readonly<Record<string, object>>
}

const { commands } = JSON.parse(readFileSync(join(root, 'oclif.manifest.json'), 'utf8')) as {
  readonly commands: Readonly<Record<string, Writer>>
}

/** Two are tested on their own: with every endpoint, and as a client of a coding agent has it. */
const writers = Object.entries(commands).filter(
  ([id, { writes = [] }]) => writes.includes('live') && id !== 'call:raw' && id !== 'mcp',
)

/** A line that the platform would take. */
async function goodLine(Class: AppCommandClass, { args, flags }: Writer, file: string): Promise<string[]> {
  const named = Object.keys(args).map((name) => (name === 'file' ? file : '1'))
  const region = ['--region', 'de']
  if (!Object.hasOwn(flags, 'example')) return [...named, ...region]
  const { stdout } = await runCommand(Class, [...named, '--example'])
  return [...named, ...region, '--data', stdout]
}

describe('each command that writes to the live platform', () => {
  it.each(writers)(
    'app %s: sends nothing while locked, for a user or an agent, with or without --yes (T38)',
    async (id, writer) => {
      const { default: Class } = (await import(
        pathToFileURL(join(root, 'src/commands', `${id.replaceAll(':', '/')}.ts`)).href
      )) as {
        readonly default: AppCommandClass
      }
      const levels = [
        { live: '', agent: false },
        { live: 'access = "read"\n', agent: true },
        { live: 'access = "write"\n', agent: true },
        { live: 'access = "off"\n', agent: false },
        { live: 'access = "write"\n', agent: false, env: { SVCAPP_LIVE: 'read' } },
        { live: 'access = "write"\n', agent: false, env: { SVCAPP_LIVE: 'off' } },
      ]

      const ends = new Set<string>()
      let requests = 0
      for (const { live, agent, env = {} } of levels) {
        const { context, arrived } = await makeLive(live)
        for (const yes of Object.hasOwn(writer.flags, 'yes') ? [[], ['--yes']] : [[]]) {
          const made = context({ env, ...(agent && { agent: async () => 'a-coding-agent' }) })
          const picture = join(made.cwd, 'a.png')
          writeFileSync(picture, Buffer.from('89504e470d0a1a0a', 'hex'))
          const { error, exit } = await runCommand(Class, [...(await goodLine(Class, writer, picture)), ...yes], made)
          ends.add(`${error?.code} ${exit}`)
        }
        requests += arrived()
      }

      expect([...ends]).toEqual(['live.locked 3'])
      expect(requests).toBe(0)
    },
  )

  it('matches an API method that writes', () => {
    expect(writers.length).toBeGreaterThan(15)
  })
})
