import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { describe, expect, it } from 'vitest'

import { commandFile, commandIds } from '../../../scripts/generate/commands/command-files.ts'
import type { AppCommandClass } from '../../../src/cli.ts'
import Install from '../../../src/commands/install.ts'
import Register from '../../../src/commands/register.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeContext, type ContextOverrides } from '../../support/context.ts'
import { makeLive } from '../../support/live/counting-live.ts'
import { freePort } from '../../support/processes/free-port.ts'
import { makeProject } from '../../support/project.ts'
import { sendTo } from '../../support/send.ts'

const root = join(import.meta.dirname, '../../..')
const ids = commandIds(root)

interface Typed {
  readonly required?: boolean
  readonly options?: readonly string[]
}

const { commands } = JSON.parse(readFileSync(join(root, 'oclif.manifest.json'), 'utf8')) as {
  readonly commands: Readonly<
    Record<string, { readonly args: Readonly<Record<string, Typed>>; readonly flags: Readonly<Record<string, Typed>> }>
  >
}

/** They run until they are stopped, so here they are stopped when they start. */
const longRunning = new Set(['dev', 'dev:logs', 'emulator:start', 'mcp', 'webhook:inspect', 'webhook:listen'])

/** Beside all of `app call`, the commands that send something to the live platform when `--target live` selects it, as they are typed here. */
const senders = new Set(['context', 'doctor', 'webhook:trigger', 'webhook:why'])

const values: Readonly<Record<string, string>> = {
  code: 'demo',
  method: 'GET',
  path: '/orders',
  topic: 'order.paid',
}
const moreFlags: Readonly<Record<string, readonly string[]>> = {
  'call:products:delta': ['--since', '2026-01-01T00:00:00Z'],
  'call:reconciliation:refresh-context': ['--external-ref', 'x'],
}

/** A line that the command accepts. */
async function lineOf(Class: AppCommandClass, id: string, file: string): Promise<readonly string[]> {
  const { args, flags } = commands[id] ?? { args: {}, flags: {} }
  const valueOf = ([name, { options }]: readonly [string, Typed]) =>
    options?.[0] ?? values[name] ?? (name === 'file' ? file : '1')
  const given = Object.entries(args).map(valueOf)
  const required = Object.entries(flags).filter(([, flag]) => flag.required === true)
  const line = [...given, ...required.flatMap((flag) => [`--${flag[0]}`, valueOf(flag)]), ...(moreFlags[id] ?? [])]
  const agreed = Object.hasOwn(flags, 'yes') ? [...line, '--yes'] : line
  if (!Object.hasOwn(flags, 'example')) return agreed
  const { stdout } = await runCommand(Class, [...given, '--example'])
  return [...agreed, '--data', stdout]
}

/** An app that is installed on an emulator, with everything that a call to the live platform needs. */
async function makeDeveloper() {
  const live = await makeLive('access = "write"\n')
  const { cwd, env } = live.context()
  const appToml = readFileSync(join(cwd, 'app.toml'), 'utf8').replace(
    '[targets',
    `[dev]\nport = ${await freePort()}\n[scopes]\nrequired = ["orders.read"]\n[targets`,
  )
  const project = makeProject({ appToml })
  const toEmulator = sendTo(project.emulator)
  const context = (more: ContextOverrides = {}) => {
    const onLive = live.context()
    return makeContext({
      cwd: project.cwd,
      paths: project.context.paths,
      readStdin: () => Buffer.from('{}'),
      send: (request) => (request.url.origin === live.origin ? onLive.send(request) : toEmulator(request)),
      env: { ...env, SVCAPP_TARGET: undefined },
      credentials: (choice) => (choice.isEmulator ? project.context : onLive).credentials(choice),
      ...more,
    })
  }
  await runCommand(Register, [], context())
  await project.openStore({ appKey: 'app.acme.loyalty' })
  expect((await runCommand(Install, ['--approve'], context())).exit).toBe(0)
  return { context, arrived: live.arrived, cwd: project.cwd }
}

/** How many requests a command has sent to the live platform: first without --target live, then with it. */
async function sentBy(id: string, { context, arrived, cwd }: Awaited<ReturnType<typeof makeDeveloper>>) {
  const { default: Class } = (await import(pathToFileURL(join(root, commandFile(root, id))).href)) as {
    readonly default: AppCommandClass
  }
  const picture = join(cwd, 'a.png')
  writeFileSync(picture, Buffer.from('89504e470d0a1a0a', 'hex'))
  const line = await lineOf(Class, id, picture)
  const stopped = longRunning.has(id) ? { interrupted: AbortSignal.abort() } : {}
  const before = arrived()

  await runCommand(Class, line, context(stopped))
  const without = arrived() - before
  await runCommand(Class, ['--target', 'live', ...line], context(stopped))

  return { without, with: arrived() - before - without }
}

describe('a project with a live platform', () => {
  it('sends no app call to the live platform without --target live', async () => {
    const developer = await makeDeveloper()
    const calls = ids.filter((id) => id.startsWith('call:'))
    const wrong: unknown[] = []

    for (const id of calls) {
      const sent = await sentBy(id, developer)
      if (sent.without !== 0 || sent.with === 0) wrong.push({ id, sent })
    }

    expect(calls.length).toBeGreaterThan(40)
    expect(wrong).toEqual([])
  })

  it.each(ids.filter((id) => !id.startsWith('call:')))(
    'app %s sends nothing to the live platform without --target live',
    async (id) => {
      const sent = await sentBy(id, await makeDeveloper())

      expect([sent.without, sent.with > 0]).toEqual([0, senders.has(id)])
    },
  )
})
