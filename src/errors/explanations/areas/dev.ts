import type { Explained } from '../explanation.ts'

export const dev: Explained<'dev'> = {
  'dev.already-running': {
    causes: ['`app dev` runs in this folder in another terminal.'],
    check: ['The message names the process.', '`app dev status` says where everything of it is.'],
    fix: ['Use that one, or end it: `app dev stop`.'],
  },
  'dev.app-failed': {
    causes: [
      'The code of the app throws at its start, or a package is missing.',
      'dev.command in app.toml names a program that is not there. It is run without a shell, one word for each item.',
      'The app listens on another port than dev.port.',
    ],
    check: ['The output of the app stands above, its lines marked as those of the app.', 'Run its command by hand.'],
    fix: [
      '`npm install` for a missing package; otherwise correct the source: `app dev` waits for a change and restarts it.',
    ],
  },
  'dev.install-failed': {
    causes: [
      'The page at dev.install_path does not lead to the consent page.',
      'The app refused the answer, or its exchange failed.',
    ],
    check: ['The output of the app.', '`app dev` without --approve lets you walk through it in the browser.'],
    fix: [
      'Set dev.install_path in app.toml to where the app begins an install.',
      { emulator: 'After a new secret: `app secret rotate`.', live: 'After a new secret: `app secret set`.' },
    ],
  },
  'dev.no-event': {
    causes: [
      'No topic that an order causes is listed in webhooks.topics.',
      'The scope of the topic was not granted.',
      'The app answered with something other than 2xx.',
    ],
    check: [
      '`app webhook why order.created` looks at each link.',
      { emulator: '`app emulator deliveries` shows each attempt and its last error.' },
    ],
    fix: ['Fix the link that is named, then run it again.'],
  },
  'dev.published': {
    causes: [
      'The app is published on the live platform. Another appUrl would send it back to review; another webhook_url would lead events of real stores here.',
    ],
    check: ['The developer console shows the status of the app.'],
    fix: [
      'Register a second app for development, with its own key.',
      'If the app is not published: `app dev --target live --no-published`.',
    ],
  },
  'dev.untrusted': {
    causes: ['app.toml was made on another machine, or dev.command was changed, and nobody has agreed to run it.'],
    fix: ['If it is yours: `app dev --yes`, once.'],
  },
}
