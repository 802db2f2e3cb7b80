import type { Explained } from '../explanation.ts'

export const project: Explained<'project'> = {
  'project.invalid': {
    causes: [
      'app.toml has an unknown key, often a typo.',
      'A value has the wrong type or is not allowed.',
      'You changed a key that cannot change while `app dev` runs.',
      'Two files in the folder have the same app key, or an app.<name>.toml has no app key.',
    ],
    check: ["An editor with TOML support validates the file against the project's app.schema.json."],
    fix: ['Correct the lines that the message lists.'],
  },
  'project.key-changed': {
    causes: ['`key` in app.toml was changed after the app was registered from this folder.'],
    fix: ['Restore the old key.', 'For another app, run `app init` in another folder.'],
  },
  'project.live-incomplete': {
    causes: [
      '[targets.live] in app.toml lacks a URL or the client id. `app` cannot find them, because no API response contains them.',
      'webhooks.url, manifest.app_url or redirect_uris points to this machine, which the live platform cannot reach.',
    ],
    example: {
      run: 'app install --target live',
      result: 'app.toml: [targets.live] lacks base_url, admin_url, client_id.',
    },
    check: ['The developer console and the store admin show these values.'],
    fix: [
      '`app register --target live` prompts for each value in a terminal and shows where to find it.',
      "For production, set the app's public addresses. For development, run `app register --target live --dev`.",
    ],
  },
  'project.malformed': {
    causes: ['A quote, bracket or equals sign is missing.', 'The file is not UTF-8.', 'A key is defined twice.'],
    fix: ['Correct the line that the message shows. The syntax is documented at https://toml.io.'],
  },
  'project.not-found': {
    causes: [
      "The command runs outside the app's folder.",
      'The app does not exist yet.',
      'The app.toml in a parent folder belongs to another user.',
    ],
    fix: ["Change to the app's folder.", 'Or create an app: `app init`, or `app init --here` for existing code.'],
  },
  'project.not-registered': {
    causes: [
      'The app was never registered on this target from this machine.',
      "The app's secrets are stored elsewhere, or are invalid.",
    ],
    fix: [
      { emulator: 'Run `app register`.', live: 'Run `app secret set --target live`.' },
      'In a script, set SVCAPP_SIGNING_SECRET and SVCAPP_CLIENT_SECRET.',
    ],
  },
  'project.origin-untrusted': {
    causes: ['targets.live.base_url is new on this machine, for example after a clone or a pull.'],
    check: ["Compare the origin with the platform's, letter by letter."],
    fix: [
      'Run the command in a terminal and confirm the origin.',
      'In a script, set SVCAPP_TRUST_ORIGIN to the origin.',
    ],
  },
  'project.contains-secret': {
    causes: ['A client secret, signing secret or token was added to app.toml.'],
    check: ['`git log -p app.toml` shows whether the secret was ever committed.'],
    fix: [
      'Remove the secret. `app register` stores secrets in the keychain, and `app env` and `app dev` pass them to the app.',
      'If the secret was committed or shared, rotate it in the developer console.',
    ],
  },
  'project.unknown-config': {
    causes: ['--config or SVCAPP_CONFIG has a typo, or is set for another project.'],
    check: ["`app status --json` lists the project's registrations."],
    fix: ['Use a name from `app status --json`.', 'Or create the file: `app init <key> --config <name>`.'],
  },
  'project.unreadable': {
    causes: ['app.toml is not a file or is too large, or you lack permission to read it.'],
    fix: ['Replace app.toml with a readable file.'],
  },
}
