import type { DatabaseSync } from 'node:sqlite'

import { retryDelaysMs } from '../../catalog/limits.ts'
import { AppError } from '../../errors.ts'
import type { Settings } from '../world.ts'
import { readMeta, writeMeta } from './meta.ts'

const defaultSettings: Settings = {
  pin: 'required',
  retryAfterEverywhere: false,
  importEmits: false,
  contextPin: 'token-region',
  retryDelaysMs,
  showCause: false,
}

const isBoolean = (value: unknown) => typeof value === 'boolean'
const isDelay = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0

const allowed: Readonly<Record<keyof Settings, (value: unknown) => boolean>> = {
  pin: (value) => value === 'required' || value === 'documented-only',
  retryAfterEverywhere: isBoolean,
  importEmits: isBoolean,
  contextPin: (value) => value === 'token-region' || value === 'null',
  retryDelaysMs: (value) => Array.isArray(value) && value.length <= 100 && value.every(isDelay),
  showCause: isBoolean,
}

/** The settings as they were left; kept in the registry, so that a restart changes nothing. */
export function openSettings(registry: DatabaseSync) {
  let current = load(registry)
  return {
    read: (): Settings => current,
    /** Raises `emulator.bad-request` for a name or value that does not exist. */
    change: (change: Partial<Settings>): void => {
      for (const [name, value] of Object.entries(change)) checkSetting(name, value)
      current = { ...current, ...change }
      writeMeta(registry, 'settings', JSON.stringify(current))
    },
    reset: (): void => void (current = defaultSettings),
  }
}

function checkSetting(name: string, value: unknown): void {
  if (!Object.hasOwn(allowed, name)) {
    throw new AppError('emulator.bad-request', `There is no setting ${name}.`, {
      suggestions: [`Settings: ${Object.keys(allowed).join(', ')}.`],
    })
  }
  // hasOwn has just shown that the name is a key.
  if (allowed[name as keyof Settings](value)) return
  throw new AppError('emulator.bad-request', `The setting ${name} cannot be ${JSON.stringify(value)}.`)
}

function load(registry: DatabaseSync): Settings {
  const text = readMeta(registry, 'settings')
  // Written by `change` alone.
  return text === null ? defaultSettings : { ...defaultSettings, ...(JSON.parse(text) as Partial<Settings>) }
}
