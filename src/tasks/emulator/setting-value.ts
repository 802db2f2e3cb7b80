import type { Setting } from '../../control/setting.ts'
import { AppError } from '../../errors.ts'

/**
 * Parses the value of a setting: unchanged text for a word setting, JSON for all others. The
 * emulator validates it. Raises `usage.invalid` for other text.
 */
export function readSettingValue(setting: Setting | undefined, text: string): unknown {
  if (setting === undefined || typeof setting.default === 'string') return text
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('usage.invalid', `Invalid value ${JSON.stringify(text)} for the setting ${setting.name}.`, {
      suggestions: [`Use JSON: ${setting.values}.`],
    })
  }
}
