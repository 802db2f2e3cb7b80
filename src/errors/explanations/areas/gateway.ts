import type { Explained } from '../explanation.ts'

export const gateway: Explained<'gateway'> = {
  'gateway.port-taken': {
    causes: [
      'Another `app dev` or `app webhook listen` runs: 4810 to 4812.',
      'Something else, such as an app that was left running, holds dev.port of app.toml.',
      'The app of another project is at dev.port of app.toml, and an event of this one must not reach it.',
    ],
    check: ['The message names the holder; `app doctor` looks at all ports.'],
    fix: [
      'Stop that process.',
      'Or take another port: the flag in the message with 0 picks a free one; the port of the app is dev.port in app.toml.',
    ],
  },
}
