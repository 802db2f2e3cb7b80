import { basename } from 'node:path'

import { AppError } from '../errors.ts'
import { parseAppToml } from '../project/app-toml.ts'
import { PROJECT_FILE } from '../project/toml/project-file-name.ts'
import { appTomlText, type AppTomlForm, type AppTomlInput } from './app-toml-text.ts'

/** Returns the text of a valid app.toml. Raises `usage.invalid` for invalid values, with the app.toml parser's message. */
export function checkedAppToml(chosen: AppTomlInput, form: AppTomlForm): string {
  return checkedToml(appTomlText(chosen, form), PROJECT_FILE)
}

/** Checks a given text in the same way. */
export function checkedToml(text: string, file: string): string {
  try {
    parseAppToml(text, file)
  } catch (error) {
    // The file was never written, so the error must not refer to its lines. The first line is enough, because a duplicated value has one cause.
    if (!(error instanceof AppError)) throw error
    const [line = ''] = error.message.split('\n')
    const why = line.replace(file, '').replace(/^(:\d+)*:? */, '')
    throw new AppError('usage.invalid', `The values do not form a valid ${basename(file)}: ${why}`, { cause: error })
  }
  return text
}
