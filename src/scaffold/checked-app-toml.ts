import { AppError } from '../errors.ts'
import { parseAppToml } from '../project/app-toml.ts'
import { appTomlText, type AppTomlForm, type AppTomlInput } from './app-toml-text.ts'

/** The text of an app.toml, read back before anything is written: wrong values end here, with the words of app.toml. */
export function checkedAppToml(chosen: AppTomlInput, form: AppTomlForm): string {
  const text = appTomlText(chosen, form)
  try {
    parseAppToml(text, 'app.toml')
  } catch (error) {
    // The file was never written: naming a line of it would send the person to look for it. What stands there twice is wrong for one reason.
    if (!(error instanceof AppError)) throw error
    const [line = ''] = error.message.split('\n')
    const why = line.replace(/^app\.toml(:\d+)*:? */, '')
    throw new AppError('usage.invalid', `No app.toml can be made of this: ${why}`, { cause: error })
  }
  return text
}
