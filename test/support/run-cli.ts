import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'

import { expect } from 'vitest'

import { brokenByProgram } from './command/printed.ts'
import type { DevProject } from './dev/dev-project.ts'
import { compileCache, program } from './program.ts'

/** Project in which a command runs. */
export type RunFolder = Pick<DevProject, 'dir' | 'env' | 'atEnd'>

export interface DevRun {
  readonly child: ChildProcess
  readonly stdout: () => string
  readonly stderr: () => string
  /** NDJSON lines so far. */
  readonly events: () => Record<string, unknown>[]
  /** Resolves with the exit code, or the signal's name. */
  readonly ended: Promise<number | string | null>
}

export const freePorts = ['--port', '0', '--outbound-port', '0', '--inspector-port', '0', '--emulator-port', '0']

/** Runs `app dev` with a cloudflared stand-in on PATH (dev-child.ts). It is killed with the test. */
export function runTunnelled(
  project: DevProject,
  argv: readonly string[],
  { folder }: { readonly folder: string },
): DevRun {
  const env = { ...project.env, PATH: `${folder}:${project.env['PATH']}` }
  return runScript({ ...project, env }, [join(import.meta.dirname, 'dev/dev-child.ts'), ...argv])
}

/** Runs the real CLI in a project as a separate process. It is killed with the test. */
export function runCli(project: RunFolder, argv: readonly string[]): DevRun {
  const run = runScript(project, [program, ...argv])
  // Every run in every test must match what `app commands --json` promises.
  project.atEnd(() => expect(brokenByProgram(argv, run.stdout())).toEqual([]))
  return run
}

function runScript(project: RunFolder, argv: readonly string[]): DevRun {
  const child = spawn(process.execPath, argv, {
    cwd: project.dir,
    env: { XDG_CACHE_HOME: compileCache, ...project.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  project.atEnd(() => void child.kill('SIGKILL'))
  const text = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => (text.stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (text.stderr += chunk.toString()))
  return {
    child,
    stdout: () => text.stdout,
    stderr: () => text.stderr,
    events: () =>
      text.stdout
        .split('\n')
        .slice(0, -1)
        .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Record<string, unknown>] : [])),
    ended: new Promise((resolve) => child.once('close', (code, signal) => resolve(code ?? signal))),
  }
}
