import { basename } from 'node:path'

import { AppError } from '../errors.ts'
import { parseAppToml } from '../project/app-toml.ts'
import { PROJECT_FILE } from '../project/toml/project-file-name.ts'
import { appTomlText, type AppTomlForm, type AppTomlInput } from './app-toml-text.ts'

/** The text of an app.toml, read back before anything is written: wrong values end here, with the words of app.toml. */
export function checkedAppToml(chosen: AppTomlInput, form: AppTomlForm): string {
  return checkedToml(appTomlText(chosen, form), PROJECT_FILE)
}

/** The same for a text. */
export function checkedToml(text: string, file: string): string {
  try {
    parseAppToml(text, file)
  } catch (error) {
    // The file was never written: naming a line of it would send the person to look for it. What stands there twice is wrong for one reason.
    if (!(error instanceof AppError)) throw error
    const [line = ''] = error.message.split('\n')
    const why = line.replace(file, '').replace(/^(:\d+)*:? */, '')
    throw new AppError('usage.invalid', `The values do not form a valid ${basename(file)}: ${why}`, { cause: error })
  }
  return text
}
