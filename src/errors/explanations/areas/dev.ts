import type { Explained } from '../explanation.ts'

export const dev: Explained<'dev'> = {
  'dev.already-running': {
    causes: ['`app dev` runs in this folder in another terminal.'],
    check: ['The message shows the process.', "`app dev status` shows the session's URLs."],
    fix: ['Use the running session, or stop it: `app dev stop`.'],
  },
  'dev.app-failed': {
    causes: [
      "The app's code throws at startup, or a package is missing.",
      'dev.command in app.toml runs a missing program. The command runs without a shell, one argument per item.',
      'The app listens on a port other than dev.port.',
    ],
    check: ['Read the app output above the error.', 'Run dev.command yourself.'],
    fix: [
      'Run `npm install` if a package is missing. Otherwise fix the code: `app dev` restarts the app on each change.',
    ],
  },
  'dev.install-failed': {
    causes: [
      'The page at dev.install_path does not redirect to the consent page.',
      'The app rejected the redirect, or its code exchange failed.',
    ],
    check: ['Read the app output.', '`app dev` without --approve lets you install in the browser.'],
    fix: [
      'Set dev.install_path in app.toml to the page that starts an install.',
      {
        emulator: 'If the client secret is wrong, run `app secret rotate client`.',
        live: 'If the client secret is wrong, run `app secret set client`.',
      },
    ],
  },
  'dev.no-event': {
    causes: [
      'webhooks.topics has no topic that an order triggers.',
      "The topic's scope was not granted.",
      'The app responded with a status other than 2xx.',
    ],
    check: [
      '`app webhook why order.created` checks each link.',
      { emulator: '`app emulator deliveries` shows each delivery with its last error.' },
    ],
    fix: ['Fix the broken link, then run `app webhook why` again.'],
  },
  'dev.published': {
    causes: [
      "The app is published on the live platform. A new appUrl would send the app back to review, and a new webhook_url would send real stores' events to this machine.",
    ],
    check: ["The developer console shows the app's status."],
    fix: [
      'Register a second app for development, with its own key.',
      'If the app is not published, run `app dev --target live --no-published`.',
    ],
  },
  'dev.untrusted': {
    causes: ['app.toml was created on another machine, or dev.command has changed.'],
    fix: ['If you trust the command, run `app dev --yes` once.'],
  },
}
