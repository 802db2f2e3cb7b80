import type { Explained } from '../explanation.ts'

export const gateway: Explained<'gateway'> = {
  'gateway.port-taken': {
    causes: [
      'Another `app dev` or `app webhook listen` uses one of the ports 4810 to 4812.',
      'Another program, such as an app that is still running, uses dev.port.',
      "Another project's app uses dev.port, and must not receive this project's events.",
    ],
    check: ['The message shows the process. `app doctor` checks all ports.'],
    fix: [
      'Stop the process that uses the port.',
      "To use a free port, pass 0 to the flag in the message. To change the app's port, set dev.port in app.toml.",
    ],
  },
}
