import type { AppCommand } from './cli.ts'
import { flushStandardOutput, lostOutput, standardOutput, standardStream } from './context/signals.ts'
import { AppError } from './errors.ts'
import { commandsBelow, findCommand } from './main/find-command.ts'
import { hardenProcess } from './main/harden.ts'
import { packedHelp } from './main/help/packed-help.ts'
import { helpSubject, wantsHelp } from './main/help/wants-help.ts'
import { smallConfig, type PackageJson } from './main/small-config.ts'
import { isStdoutTerminal } from './terminal/output/stdout-terminal.ts'

/** @public bin/run.js shows a packed page without loading the rest of this module. */
export { packedHelp }

export interface Start {
  readonly argv: readonly string[]
  /** Folder of package.json. */
  readonly root: string
  readonly pjson: PackageJson
  /** bin/dev.js: use the command files themselves instead of oclif.manifest.json. */
  readonly ignoreManifest?: boolean
}

/** Exports of a command file; test/public-face.test.ts checks each file. */
type CommandClass = { id: string } & (new (...args: ConstructorParameters<typeof AppCommand>) => AppCommand)

/**
 * Runs one command line and exits with its exit code. An exact command is loaded and run directly. Help,
 * topics and unknown commands go through oclif, which costs 8 ms more to load (docs/decisions/0008).
 */
export async function main(start: Start): Promise<void> {
  await hardenProcess()
  process.on('uncaughtException', (error) => {
    // oclif's own listener also forwards stdout errors to this handler; they are reported at the end.
    if (error !== lostOutput()?.cause) void end(start, error)
  })
  try {
    await dispatch(start)
    await flushStandardOutput()
    const lost = lostOutput()
    if (lost !== null) throw lost
    if (mayTellNews(start)) await reportNews(start)
    process.exit(process.exitCode ?? 0)
  } catch (error) {
    await end(start, error)
  }
}

async function dispatch({ argv, root, pjson, ignoreManifest = false }: Start): Promise<unknown> {
  if (argv[0] === '__complete') {
    const { answer } = await import('./main/complete/answer.ts')
    return standardOutput().write(await answer({ argv: argv.slice(1), root, pjson }))
  }
  const commandsUrl = new URL('commands/', import.meta.url)
  const isSource = import.meta.url.endsWith('.ts')
  const isHelp = wantsHelp(argv)
  const found = findCommand(isHelp ? helpSubject(argv) : argv, { commandsUrl, extension: isSource ? '.ts' : '.js' })
  if (found !== null && !isHelp) {
    const { default: Class } = (await import(found.file)) as { default: CommandClass }
    Class.id = found.id
    const command = new Class(found.argv, smallConfig({ root, pjson, commandIds: () => commandsBelow(found) }))
    return command._run()
  }
  // A topic alone, and in a checkout all help.
  const page = isSource ? null : packedHelp(argv, { file: new URL('help.txt', import.meta.url), env: process.env })
  if (page !== null) return writePage(page, { argv, isHelp })
  standardStream()
  const [{ run }, { oclifOptions }] = await Promise.all([import('@oclif/core/run'), import('./main/oclif-options.ts')])
  const words = found === null ? helpSubject(argv) : [found.id]
  return run(isHelp ? [...words, '--help'] : [...argv], oclifOptions({ root, pjson, ignoreManifest, isSource }))
}

/** Raises `usage.unknown-command` for a topic alone with --json, because it has no JSON result. */
function writePage(page: string, { argv, isHelp }: { readonly argv: readonly string[]; readonly isHelp: boolean }) {
  if (isHelp || !argv.includes('--json')) return standardOutput().write(page)
  const group = `app ${argv.filter((arg) => !arg.startsWith('-')).join(' ')}`
  throw new AppError('usage.unknown-command', `Missing command after \`${group}\`.`, {
    suggestions: [`To list its commands: ${group} --help`],
  })
}

/** Only for a user at a terminal and a published package, so that no program reads a news line in our output. */
function mayTellNews({ argv }: Start): boolean {
  if (import.meta.url.endsWith('.ts') || !isStdoutTerminal() || !process.getBuiltinModule('node:tty').isatty(2))
    return false
  return !argv.some((arg) => arg === '--json' || arg === '--ndjson' || arg === '--csv')
}

async function reportNews({ pjson: { name, version } }: Start): Promise<void> {
  const { reportOfUpdate } = await import('./tasks/update-notice.ts')
  reportOfUpdate({ env: process.env, now: Date.now(), name, version, nodePath: process.execPath, write: toStderr })
}

function toStderr(line: string): void {
  process.stderr.write(`${line}\n`)
}

let isEnding = false

async function end({ argv }: Start, error: unknown): Promise<void> {
  // An error while an error is reported would loop forever.
  if (isEnding) process.exit(1)
  isEnding = true
  const { reportError } = await import('./main/report-error.ts')
  const exit = reportError(error, argv)
  await flushStandardOutput()
  const lost = lostOutput()
  // The error itself may be the failed write to stdout.
  if (lost !== null && !isLostOutput(error)) reportError(lost, argv)
  process.exit(exit)
}

/** Returns true also for the cause of a `ReportedError`, which was shown already. */
function isLostOutput(error: unknown): boolean {
  const causes = error instanceof Error ? [error, error.cause] : []
  return causes.some((cause) => cause instanceof Error && 'code' in cause && cause.code === 'cli.output-lost')
}
