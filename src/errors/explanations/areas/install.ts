import type { Explained } from '../explanation.ts'

export const install: Explained<'install'> = {
  'install.response-lost': {
    causes: ['The connection broke after the code was sent.', 'The answer was not an exchange answer for this app.'],
    example: { run: 'app install', result: 'The answer of the code exchange is lost.' },
    check: [{ emulator: '`app emulator fault list`: drop-exchange-response does this on purpose.' }],
    fix: [
      '`app install` again. A code is single use, so it is never sent twice; the new install revokes a token that was issued meanwhile.',
    ],
  },
  'install.app-running': {
    causes: [
      '`app dev` runs the app. An install from here would revoke the token that the app holds, so the app itself has to install. Some ways of installing do not allow that: --paste, for example.',
    ],
    fix: ['Press i in its terminal: the app installs itself.', 'Or stop it first, and run this again.'],
  },
  'install.denied': {
    causes: ['The store owner clicked Cancel on the consent page.'],
    fix: ['`app install` again when the owner agrees.'],
  },
  'install.exchange-rejected': {
    causes: [
      'The client secret is not that of the app: it was replaced, or it is the signing secret.',
      'The code is older than 5 minutes.',
      'The code was used already: something else listens at the redirect address, such as the app itself.',
      'The code, client id or app key is that of another app.',
    ],
    check: [
      'The lines below the message say what is known.',
      '`app doctor` compares the registration with app.toml, and the clock.',
    ],
    fix: [
      {
        emulator: '`app secret rotate client` creates a new secret.',
        live: '`app secret set client` stores the current secret.',
      },
      'Unset SVCAPP_CLIENT_SECRET if it holds another one.',
      'Then `app install`, and approve at once.',
    ],
  },
  'install.no-secret': {
    causes: [
      'The app was registered on another machine, or by hand in the developer console.',
      'The credential store was emptied.',
    ],
    fix: [
      {
        emulator: '`app register`.',
        live: '`app secret set client` asks for it; a script sets SVCAPP_CLIENT_SECRET.',
      },
    ],
  },
  'install.no-store': {
    causes: [
      'No test store was opened, or the app has none in its list: a draft is installed in its test stores only.',
    ],
    example: { run: 'app install', result: 'The app has no test store yet.' },
    check: [{ emulator: '`app store list`.', live: 'The developer console lists the test stores.' }],
    fix: [
      {
        emulator: '`app store create --name Demo`, or `app store use demo` for one that is there.',
        live: 'Open a test store in the developer console.',
      },
    ],
  },
  'install.no-token': {
    causes: [
      'The token was forgotten here, or the credential store was emptied.',
      'The token is in another place for secrets: SVCAPP_CREDENTIALS was different when the app was installed.',
    ],
    check: ['`app token list` says which place holds what.'],
    fix: [
      '`app install`: a token is shown once, so only a new install gives another.',
      'Or hand it over as SVCAPP_TOKEN.',
    ],
  },
  'install.not-approved': {
    causes: [
      'The consent page refused: a redirect address that is not registered, a store that is not a test store of a draft, an install of another scope.',
      'The page led elsewhere.',
    ],
    example: { run: 'app install --approve', result: 'The consent page did not lead to a code, and its own words.' },
    check: [{ emulator: '`app store list` shows which stores the app may be installed into.' }],
    fix: [
      '`app register`, if app.toml was changed.',
      {
        emulator: '`app uninstall`, if an install of another scope stands in the way. Then `app install`.',
        live: 'If an install of another scope stands in the way, the store owner uninstalls it in the store admin. Then `app install`.',
      },
    ],
  },
  'install.not-stored': {
    causes: ['The place for secrets failed between the exchange and the writing: a locked keychain, a full disk.'],
    check: ['`app doctor` tries whether secrets can be kept.'],
    fix: ['Repair that place, then `app install` again, which revokes the lost token.'],
  },
  'install.paste-invalid': {
    causes: [
      'Only a part of the address was copied.',
      'It is the address of the consent page, not the one after Approve.',
      'It belongs to an earlier try.',
    ],
    check: ['The right one has code= and state= in it.'],
    fix: [
      'Copy the whole address from the address bar after you clicked Approve, even if the page did not load or shows an error.',
    ],
  },
  'install.port-taken': {
    causes: ['Your app, or another program, listens on the port of redirect_uris[0].'],
    fix: [
      'If it is your app: install through the app, with its install page or with i in `app dev`.',
      {
        emulator: 'Or without a listener: `app install --approve`, or `app install --paste`.',
        live: 'Or without a listener: `app install --paste`.',
      },
    ],
  },
  'install.redirect-invalid': {
    causes: [
      'redirect_uris is empty.',
      'Its first entry is https, or no address of this machine: nobody can listen there from here.',
    ],
    check: ['The first entry of redirect_uris in app.toml; only that one is used.'],
    fix: ['Write http://127.0.0.1:3000/auth/callback there, then `app register`.', 'Or `app install --paste`.'],
  },
  'install.timeout': {
    causes: ['Nobody clicked Approve in time.', 'The browser runs on another machine, so the answer never came here.'],
    check: ['Did the browser end on an address with code= that did not load?'],
    fix: ['`app install` again, with a longer --timeout.', 'From another machine: `app install --paste`.'],
  },
  'install.unknown': {
    causes: [
      'The app was never installed from this machine, or on the other target.',
      'The install was made by the app itself while `app dev` did not run.',
      'The store or region is another one.',
      'SVCAPP_TOKEN is a token of another app.',
    ],
    check: ['`app token list`.'],
    fix: [
      {
        emulator: '`app install`, with --store and --region as you mean them.',
        live: 'If another machine has the install, set SVCAPP_TOKEN to its token. Otherwise `app install`; the store owner selects store and region.',
      },
    ],
  },
}
