import type { DatabaseSync } from 'node:sqlite'

import { settingFacts, type SettingFacts, type Settings } from '../../catalog/settings.ts'
import { AppError } from '../../errors.ts'
import { didYouMean } from '../../text/nearest.ts'
import { readMeta, writeMeta } from './meta.ts'

// settingFacts has exactly the names of Settings, each with a value of its type.
const defaultSettings = Object.fromEntries(
  Object.entries(settingFacts).map(([name, { initial }]) => [name, initial]),
) as unknown as Settings

export type OpenSettings = ReturnType<typeof openSettings>

/** Opens the settings, which are stored in the registry and survive a restart. */
export function openSettings(registry: DatabaseSync) {
  let current = load(registry)
  const keep = (settings: Settings) => {
    current = settings
    writeMeta(registry, 'settings', JSON.stringify(current))
  }
  return {
    read: (): Settings => current,
    /** Raises `emulator.bad-request` for an unknown name or value. */
    change: (change: Partial<Settings>): void => {
      for (const [name, value] of Object.entries(change)) checkSetting(name, value)
      keep({ ...current, ...change })
    },
    /** Resets one setting, or all, to the default. Raises `emulator.bad-request` for an unknown name. */
    restore: (name?: string): void => {
      if (name === undefined) keep(defaultSettings)
      else keep({ ...current, [name]: factsOf(name).initial })
    },
    reset: (): void => void (current = defaultSettings),
  }
}

function checkSetting(name: string, value: unknown): void {
  const { isAllowed, values } = factsOf(name)
  if (isAllowed(value)) return
  throw new AppError('emulator.bad-request', `The setting ${name} cannot be ${JSON.stringify(value)}.`, {
    suggestions: [`Use ${values}.`],
  })
}

function factsOf(name: string): SettingFacts {
  // hasOwn proves that the name is a key.
  if (Object.hasOwn(settingFacts, name)) return settingFacts[name as keyof Settings]
  const names = Object.keys(settingFacts)
  throw new AppError('emulator.bad-request', `Unknown setting ${name}.`, {
    suggestions: [...didYouMean(name, names), `Use one of these settings: ${names.join(', ')}.`],
  })
}

function load(registry: DatabaseSync): Settings {
  const text = readMeta(registry, 'settings')
  // Only `keep` writes this fact.
  return text === null ? defaultSettings : { ...defaultSettings, ...(JSON.parse(text) as Partial<Settings>) }
}
