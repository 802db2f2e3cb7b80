import { basename } from 'node:path'

import type { View } from '../view.ts'

/** What `app init --config` wrote. */
export interface NewRegistration {
  readonly config: string
  readonly file: string
  readonly key: string
  readonly name: string
}

export const newRegistrationView: View<NewRegistration> = ({ config, file, key }, { style }) =>
  [
    style.green(`Created ${basename(file)} for ${key}.`),
    '',
    'Next:',
    `  ${style.bold(`app dev --config ${config}`)}`,
    `  ${style.bold(`app register --target live --config ${config}`)}`,
  ].join('\n')
