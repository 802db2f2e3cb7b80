import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Target } from '../../project/targets.ts'
import { setting } from '../../text/origins/setting.ts'
import { namedTarget, targetNames, targetOf } from '../place.ts'
import type { CommandTargets, GivenFlags } from './name-target.ts'

/** A parsed command line. */
interface Parsed {
  readonly flags: Readonly<Record<string, unknown>>
  readonly args: object
}

interface TargetChoice {
  /** Its class declares the behavior on each target. */
  readonly command: object
  /** The command as typed. */
  readonly typed: string
  readonly parsed: Parsed
}

/**
 * Selects a command's target: `--target`, then SVCAPP_TARGET, else the emulator. The terminal then adds it, `--config` and
 * `--platform` to commands that would otherwise use another one. Raises `usage.invalid` for input that the live platform rejects.
 */
export async function chooseTarget(
  context: Context,
  { command, typed, parsed }: TargetChoice,
): Promise<Target['name']> {
  const named = targetNames.find((name) => name === parsed.flags['target'])
  // The flag overrides the variable, so an invalid variable matters only without the flag.
  const usual = namedTarget({}, context) ?? (named === undefined ? targetOf(context) : 'emulator')
  const target = named ?? usual
  const { ignoresTarget, rejectedOnLive = {} } = command.constructor as CommandTargets
  const differs = ignoresTarget !== true && target !== usual
  await nameCommands(context, { ...placeOf(parsed, target), target: differs ? target : undefined })
  if (ignoresTarget === true) return target
  if (target === 'live') requireOnLive(typed, rejectedOnLive, parsed)
  return target
}

/** Only the emulator has several platforms. */
function placeOf({ flags }: Parsed, target: Target['name']): Pick<GivenFlags, 'config' | 'platform'> {
  const { config, platform } = flags as Readonly<Record<string, string | undefined>>
  return { config, platform: target === 'emulator' ? platform : undefined }
}

async function nameCommands({ env, terminal, packageRoot }: Context, given: GivenFlags): Promise<void> {
  const registration = given.config ?? setting(env, 'SVCAPP_CONFIG')
  if (given.target === undefined && given.platform === undefined && registration === null) return
  const { targetNamer } = await import('./name-target.ts')
  terminal.nameTargetBy(targetNamer(given, packageRoot, registration))
}

function requireOnLive(typed: string, rejected: Readonly<Record<string, string>>, { flags, args }: Parsed): void {
  const given = Object.entries(flags).filter(([, value]) => value !== undefined && value !== false)
  const words = new Set<unknown>(['', ...Object.values(args), ...given.map(([name]) => `--${name}`)])
  const [word, instead] = Object.entries(rejected).find(([one]) => words.has(one)) ?? []
  if (word === undefined) return
  const what = word.startsWith('--') ? word : `${typed} ${word}`.trim()
  throw new AppError('usage.invalid', `${what} works only on the emulator.`, {
    suggestions: [instead ?? '', 'To use the emulator, add --target emulator.'],
  })
}
