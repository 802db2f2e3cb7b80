import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { abandonedRunFile } from '../../../control/run-file.ts'
import { isAlive } from '../../../processes/alive.ts'
import type { StatePaths } from '../../../project/paths.ts'
import { ok, warning, type Check } from '../check.ts'
import type { DoctorFacts } from '../facts.ts'

/** A write takes only milliseconds. */
const ABANDONED_MS = 60_000

interface Leftover {
  readonly what: string
  readonly path: string
}

export const leftovers: Check = {
  id: 'leftovers',
  group: 'machine',
  title: 'leftovers',
  run: (facts) => {
    const { paths } = facts.context
    if (!existsSync(paths.home)) return ok('nothing')
    const left = [...ofEmulator(paths), ...ofSessions(facts), ...ofWrites(facts)]
    if (left.length === 0) return ok('no leftovers of crashed processes')
    const what = [...new Set(left.map((one) => one.what))].join('; ')
    return warning(what, {
      remedy: '`app doctor --fix`',
      details: { files: left.map(({ path }) => path) },
      fix: () => {
        for (const { path } of left) rmSync(path, { force: true })
        return `removed ${left.length === 1 ? 'a file' : `${left.length} files`} of exited processes`
      },
    })
  },
}

function ofEmulator(paths: StatePaths): Leftover[] {
  const left = abandonedRunFile(paths)
  if (left === null) return []
  return [{ what: `the run file of an exited emulator (pid ${left.pid})`, path: paths.runFile }]
}

/** Returns the notes of `app dev`: its process, and its addresses while none runs. */
function ofSessions({ context: { paths } }: DoctorFacts): Leftover[] {
  const folder = join(paths.home, 'dev')
  const names = namesIn(folder)
  const holders = names.filter((name) => /^[0-9a-f]{16}\.json$/.test(name)).map((name) => [name, pidIn(folder, name)])
  const running = holders.some(([, pid]) => typeof pid === 'number' && isAlive(pid))
  const dead = holders.flatMap(([name, pid]) =>
    typeof pid === 'number' && !isAlive(pid)
      ? [{ what: `the session file of an exited \`app dev\` (pid ${pid})`, path: join(folder, String(name)) }]
      : [],
  )
  const addresses = running ? [] : names.filter((name) => /\.(?:tunnel|inspector)\.json$/.test(name))
  const what = 'the address of a closed tunnel or inspector'
  return [...dead, ...addresses.map((name) => ({ what, path: join(folder, name) }))]
}

function ofWrites({ context }: DoctorFacts): Leftover[] {
  const { paths } = context
  const now = context.now().getTime()
  return [paths.home, paths.emulatorDir, join(paths.home, 'dev')].flatMap((folder) =>
    namesIn(folder)
      .filter((name) => /^\..+\.[0-9a-f]{12}\.tmp$/.test(name))
      .map((name) => join(folder, name))
      .filter((path) => now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now) > ABANDONED_MS)
      .map((path) => ({ what: 'temporary files of interrupted writes', path })),
  )
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function pidIn(folder: string, name: string): number | null {
  try {
    const { pid } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { pid?: unknown }
    return typeof pid === 'number' ? pid : null
  } catch {
    return null
  }
}
