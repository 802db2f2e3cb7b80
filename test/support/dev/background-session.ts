import { readdirSync, readFileSync } from 'node:fs'

import { expect } from 'vitest'

import { isAlive } from '../../../src/processes/alive.ts'
import { signalGroup } from '../../../src/processes/signals.ts'
import { runCli, type RunFolder } from '../run-cli.ts'

/** What `app dev --background` prints. */
export interface Running {
  readonly started: boolean
  readonly state: string
  readonly pid: number
  readonly appPid: number
  readonly platform: string
  readonly app: string
  readonly gateway: string
  readonly outbound: string
  readonly admin: string
  readonly inspector: string
  readonly health: string
}

export const begin = ['dev', '--background', '--approve', '--yes']
const addresses = ['app', 'gateway', 'outbound', 'admin', 'inspector', 'health'] as const

/** Runs a command in a project until it exits and returns its document. */
export async function ok<Document = Running>(project: RunFolder, argv: readonly string[]): Promise<Document> {
  const run = runCli(project, argv)
  const exit = await run.ended
  expect({ argv, exit, stderr: exit === 0 ? '' : run.stderr() + run.stdout() }).toEqual({ argv, exit: 0, stderr: '' })
  const documents = run.stdout().trimEnd().split('\n')
  return JSON.parse(documents.at(-1) || 'null') as Document
}

/** Starts `app dev` in the background and always stops it with the test. */
export async function start(project: RunFolder): Promise<Running> {
  const running = await ok(project, begin)
  project.atEnd(() => {
    for (const pid of familyOf(running.pid)) signalGroup(pid, 'SIGKILL')
  })
  return running
}

export function portsOf(running: Running): string[] {
  return addresses.map((name) => new URL(running[name]).port)
}

/** Returns the ids of a process and its descendants, from /proc. */
export function familyOf(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [, state = '', parent = ''] = /\) (\S) (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? []
        return state === 'Z' ? [] : [[Number(name), Number(parent)] as const]
      } catch {
        return []
      }
    })
  const family = [pid]
  for (const one of family) family.push(...parents.filter(([, parent]) => parent === one).map(([child]) => child))
  return family
}

export async function expectGone(pids: readonly number[]): Promise<void> {
  await expect.poll(() => pids.filter(isAlive)).toEqual([])
}

/** Returns the lines that `app dev logs --json` prints. */
export async function logsOf(project: RunFolder): Promise<Record<string, unknown>[]> {
  const run = runCli(project, ['dev', 'logs', '--json'])
  await run.ended
  return run.events()
}
