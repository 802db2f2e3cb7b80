import type { Explained } from '../explanation.ts'

export const gateway: Explained<'gateway'> = {
  'gateway.port-taken': {
    causes: [
      'Another `app dev` or `app webhook listen` uses the ports 4810 to 4812.',
      'Another program, such as an app that is still running, uses dev.port of app.toml.',
      "Another project's app uses dev.port of app.toml, and must not receive this project's events.",
    ],
    check: ['The message shows the process. `app doctor` checks all ports.'],
    fix: [
      'Stop that process.',
      "Or use another port. The flag in the message with 0 picks a free one. Set the app's port with dev.port in app.toml.",
    ],
  },
}
