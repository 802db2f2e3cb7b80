import type { Explained } from '../explanation.ts'

export const project: Explained<'project'> = {
  'project.invalid': {
    causes: [
      'A key that app.toml does not have, often a misspelt one.',
      'A value of the wrong kind, or one that is not allowed.',
      'A key changed that cannot change while `app dev` runs.',
    ],
    example: { run: 'app register', comes: 'app.toml:12: each problem with its line.' },
    check: ['An editor with TOML support checks against app.schema.json of the project.'],
    mend: ['Correct the lines that are named.'],
  },
  'project.key-changed': {
    causes: ['key in app.toml was changed after the app was registered from this folder.'],
    example: {
      run: 'app register',
      comes: 'This app is registered as app.acme.loyalty; its key cannot become another.',
    },
    check: ['The message names the former key.'],
    mend: ['Write that key again.', 'Another app is made with `app init`, in its own folder.'],
  },
  'project.live-incomplete': {
    causes: ['[targets.live] of app.toml lacks an address or the client id. The API does not announce them.'],
    example: {
      run: 'app install --target live',
      comes: '[targets.live] does not name base_url, and what else is missing.',
    },
    check: ['The developer console and the store admin show these values.'],
    mend: ['`app register --target live` says what belongs where.'],
  },
  'project.malformed': {
    causes: ['A quote, bracket or equals sign is missing.', 'The file is not UTF-8.', 'The same key is written twice.'],
    example: { run: 'app dev', comes: 'app.toml:7:3: this is not TOML.' },
    check: ['The line and column in the message.'],
    mend: ['Correct the line; https://toml.io shows how values are written.'],
  },
  'project.not-found': {
    causes: ['The command runs outside the folder of the app.', 'There is no app yet.'],
    example: { run: 'app dev', comes: 'There is no app.toml here or in any folder above.' },
    check: ['`ls app.toml`'],
    mend: ['`cd` into the app.', 'Or make one: `app init`.'],
  },
  'project.not-registered': {
    causes: [
      'The app was never registered on this target from this machine.',
      'Its secrets are stored elsewhere, or do not have the right shape.',
    ],
    example: { run: 'app webhook trigger order.created', comes: 'The webhook signing secret is not stored here.' },
    check: ['`app doctor`.'],
    mend: [
      '`app register`, or `app register --target live`.',
      'In a script: SVCAPP_SIGNING_SECRET and SVCAPP_CLIENT_SECRET.',
    ],
  },
  'project.origin-untrusted': {
    causes: [
      'targets.live.base_url is new here: it came with a clone or a pull, and nobody has agreed to send secrets there.',
    ],
    example: {
      run: 'app install --target live < /dev/null',
      comes: 'Nobody has agreed to send secrets to that origin; nothing was sent.',
    },
    check: ['Is it the address of the platform, letter by letter?'],
    mend: ['Run the command in a terminal and agree.', 'In a script set SVCAPP_TRUST_ORIGIN to that origin.'],
  },
  'project.secret': {
    causes: ['A client secret, signing secret or token was written into app.toml.'],
    example: { run: 'app dev', comes: 'app.toml:9: this line holds what looks like a secret. It is not printed.' },
    check: ['`git log -p app.toml` shows whether it was ever committed.'],
    mend: [
      'Remove the line: `app register` keeps secrets in the keychain, `app env` and `app dev` give them to the app.',
      'If it was committed or shared, make a new secret in the developer console.',
    ],
  },
  'project.unreadable': {
    causes: ['Reading app.toml is not permitted, it is not a file, or it is far too long.'],
    example: { run: 'app dev', comes: 'app.toml cannot be read.' },
    check: ['`ls -l app.toml`'],
    mend: ['Make it a readable file of your own.'],
  },
}
