import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

export interface Image {
  readonly dir: string
  /** Variables of the Dockerfile, before those of the app. */
  readonly env: Readonly<Record<string, string>>
  readonly command: readonly string[]
  readonly health: readonly string[]
}

/**
 * Runs the steps of an app's Dockerfile in an empty folder, where a file that no COPY lists is missing. The user and Node version are those of this machine.
 */
export function buildImage(app: string, dir: string, env: Readonly<Record<string, string>>): Image {
  const image: Record<string, string> = {}
  const words: Record<string, string[]> = {}
  const setWords = (step: string) => (rest: string) => {
    words[step] = JSON.parse(rest.replace(/^CMD /, '')) as string[]
  }
  const steps: Readonly<Record<string, (rest: string) => void>> = {
    ENV: (rest) => Object.assign(image, Object.fromEntries(rest.split(' ').map((pair) => pair.split('=')))),
    COPY: (rest) => copy(app, dir, rest.split(' ')),
    RUN: (rest) => run(rest.replace(/ && chown .*/, ''), dir, { ...env, ...image }),
    CMD: setWords('CMD'),
    HEALTHCHECK: setWords('HEALTHCHECK'),
  }
  for (const line of readFileSync(join(app, 'Dockerfile'), 'utf8').split('\n')) {
    const [, step = '', rest = ''] = /^(\w+) (.*)$/.exec(line) ?? []
    steps[step]?.(rest)
  }
  return { dir, env: image, command: words['CMD'] ?? [], health: words['HEALTHCHECK'] ?? [] }
}

function copy(app: string, dir: string, parts: readonly string[]): void {
  const to = parts.at(-1) ?? ''
  for (const from of parts.slice(0, -1))
    cpSync(join(app, from), join(dir, to, to === './' ? basename(from) : ''), { recursive: true })
}

function run(command: string, cwd: string, env: Readonly<Record<string, string>>): void {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} exited with ${status}: ${stdout}${stderr}`)
}
