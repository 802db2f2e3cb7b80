import { AppError } from '../../errors.ts'
import { didYouMean } from '../../text/nearest.ts'
import type { StatePaths } from '../paths.ts'
import {
  choosePlatform,
  DEFAULT_PLATFORM,
  isKnownPlatform,
  onPlatform,
  platformName,
  platformNames,
} from './choose-platform.ts'

export interface MeantPlatform {
  /** Paths of the selected platform. */
  readonly paths: StatePaths
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
}

/** Returns the error for a stopped emulator (`emulator.not-running`), with the command that starts it, or the error for an unknown platform. */
export function notRunning({ paths, env, cwd }: MeantPlatform): AppError {
  const name = platformName(paths)
  if (!isKnownPlatform(paths)) {
    return new AppError('emulator.not-running', thereIsNo(name), {
      suggestions: [...otherNames(paths, name), `To create it: app emulator start --platform ${name}`],
    })
  }
  const usual = choosePlatform(onPlatform(paths, DEFAULT_PLATFORM), { env, cwd })
  const flag = platformName(usual) === name ? '' : ` --platform ${name}`
  return new AppError('emulator.not-running', notRunningText(name), {
    suggestions: [
      `app emulator start${flag}`,
      `app dev${flag}`,
      ...(name === DEFAULT_PLATFORM ? [] : ['app emulator list']),
    ],
  })
}

/** Returns the message that a platform's emulator does not run. */
export function notRunningText(name: string): string {
  return name === DEFAULT_PLATFORM ? 'No emulator is running.' : `The emulator for platform ${name} is not running.`
}

/** Returns the error for an unknown platform name (`usage.invalid`). */
export function unknownPlatform(paths: Pick<StatePaths, 'home'>, name: string): AppError {
  return new AppError('usage.invalid', thereIsNo(name), { suggestions: otherNames(paths, name) })
}

function thereIsNo(name: string): string {
  return `Unknown platform ${name}.`
}

function otherNames(paths: Pick<StatePaths, 'home'>, name: string): string[] {
  const names = platformNames(paths)
  return [...didYouMean(name, names), `Platforms: ${names.join(', ')}.`]
}
