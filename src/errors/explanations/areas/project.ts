import type { Explained } from '../explanation.ts'

export const project: Explained<'project'> = {
  'project.invalid': {
    causes: [
      'A key that app.toml does not have, often a misspelt one.',
      'A value of the wrong kind, or one that is not allowed.',
      'A key changed that cannot change while `app dev` runs.',
      'Two files of the folder have the same key, or an app.<name>.toml has none.',
    ],
    check: ['An editor with TOML support checks against app.schema.json of the project.'],
    fix: ['Correct the lines that are named.'],
  },
  'project.key-changed': {
    causes: ['key in app.toml was changed after the app was registered from this folder.'],
    fix: ['Write that key again.', 'Another app is made with `app init`, in its own folder.'],
  },
  'project.live-incomplete': {
    causes: [
      '[targets.live] in app.toml lacks an address or the client id. No API response has them: the developer console and the store admin show them.',
      'webhooks.url, manifest.app_url or redirect_uris is on this machine, which the live platform cannot reach.',
    ],
    example: {
      run: 'app install --target live',
      result: '[targets.live] does not name base_url, and what else is missing.',
    },
    check: ['The developer console and the store admin show these values.'],
    fix: [
      '`app register --target live` asks for each value in a terminal and says where it is found.',
      "For production, set the app's public addresses; for development, `app register --target live --dev`.",
    ],
  },
  'project.malformed': {
    causes: ['A quote, bracket or equals sign is missing.', 'The file is not UTF-8.', 'The same key is written twice.'],
    fix: ['Correct the line; https://toml.io shows how values are written.'],
  },
  'project.not-found': {
    causes: [
      'The command runs outside the folder of the app.',
      'There is no app yet.',
      'The app.toml above the folder belongs to another user.',
    ],
    fix: ['`cd` into the app.', 'Or make one: `app init`, or `app init --here` in a project with code.'],
  },
  'project.not-registered': {
    causes: [
      'The app was never registered on this target from this machine.',
      'Its secrets are stored elsewhere, or do not have the right shape.',
    ],
    fix: [
      '`app register`, or on live `app secret set --target live`.',
      'In a script: SVCAPP_SIGNING_SECRET and SVCAPP_CLIENT_SECRET.',
    ],
  },
  'project.origin-untrusted': {
    causes: [
      'targets.live.base_url is new here: it came with a clone or a pull, and nobody has agreed to send secrets there.',
    ],
    check: ['Is it the address of the platform, letter by letter?'],
    fix: ['Run the command in a terminal and agree.', 'In a script set SVCAPP_TRUST_ORIGIN to that origin.'],
  },
  'project.contains-secret': {
    causes: ['A client secret, signing secret or token was written into app.toml.'],
    check: ['`git log -p app.toml` shows whether it was ever committed.'],
    fix: [
      'Remove the line: `app register` keeps secrets in the keychain, `app env` and `app dev` give them to the app.',
      'If it was committed or shared, make a new secret in the developer console.',
    ],
  },
  'project.unknown-config': {
    causes: ['--config or SVCAPP_CONFIG has a typo, or is set for another project.'],
    check: ['`app status --json` lists the registrations of the project.'],
    fix: ['Use one of the names found.', '`app init <key> --config <name>` creates the file.'],
  },
  'project.unreadable': {
    causes: ['Reading app.toml is not permitted, it is not a file, or it is far too long.'],
    fix: ['Make it a readable file of your own.'],
  },
}
