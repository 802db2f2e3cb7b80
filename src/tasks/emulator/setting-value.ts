import type { Setting } from '../../control/setting.ts'
import { AppError } from '../../errors.ts'

/**
 * The value of a setting as the command line has it: the text itself for a setting that is a word, JSON for all others. The emulator checks it. Raises
 * `usage.invalid` for text that is neither.
 */
export function readSettingValue(setting: Setting | undefined, text: string): unknown {
  if (setting === undefined || typeof setting.default === 'string') return text
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('usage.invalid', `Invalid value ${JSON.stringify(text)} for the setting ${setting.name}.`, {
      suggestions: [`Accepted as JSON: ${setting.values}.`],
    })
  }
}
