import type { Explained } from '../explanation.ts'

export const install: Explained<'install'> = {
  'install.response-lost': {
    causes: [
      'The connection failed after the code was sent.',
      'The response was not a valid exchange response for this app.',
    ],
    example: {
      run: 'app install',
      result: 'The response to the code exchange is lost: the connection failed after the code was sent.',
    },
    check: [{ emulator: 'Check `app emulator fault list` for the fault drop-exchange-response.' }],
    fix: [
      'Run `app install` again. A code is single use, so it is never resent. The new install revokes the token in the lost response, if any.',
    ],
  },
  'install.app-running': {
    causes: [
      "`app dev` runs the app. An install by this tool would revoke the app's token, so the app must install itself. Some install methods, such as --paste, do not allow that.",
    ],
    fix: [
      'Press i in the terminal of `app dev` to install through the app.',
      'Or stop `app dev`, then run the command again.',
    ],
  },
  'install.denied': {
    causes: ['The store owner clicked Cancel on the consent page.'],
    fix: ['Ask the store owner to approve, then run `app install` again.'],
  },
  'install.exchange-rejected': {
    causes: [
      'The platform rejects the client secret, because it was rotated or is the signing secret.',
      'The code is older than 5 minutes.',
      'The code was already used, for example by the app that listens at the redirect URL.',
      'The code, client id or app key belongs to another app.',
    ],
    check: [
      'The lines below the message show the likely causes.',
      '`app doctor` compares the registration with app.toml and checks the clock.',
    ],
    fix: [
      {
        emulator: 'Create a new client secret: `app secret rotate client`.',
        live: 'If the client secret was rotated in the developer console, store the new one: `app secret set client`.',
      },
      'If SVCAPP_CLIENT_SECRET is set, unset it, because it overrides the stored secret.',
      'Then run `app install` and approve immediately.',
    ],
  },
  'install.no-secret': {
    causes: [
      'The app was registered on another machine, or in the developer console.',
      'The secret store was emptied.',
    ],
    fix: [
      {
        emulator: 'Run `app register`.',
        live: 'Run `app secret set client`, or set SVCAPP_CLIENT_SECRET in a script.',
      },
    ],
  },
  'install.no-store': {
    causes: ['The app has no test store. A draft can only be installed in test stores.'],
    example: { run: 'app install', result: 'app.acme.loyalty has no test store yet.' },
    check: [{ emulator: '`app store list` lists the stores.', live: 'The developer console lists the test stores.' }],
    fix: [
      {
        emulator: 'Run `app store open --name Demo`, or `app store use demo` for an existing store.',
        live: 'Open a test store in the developer console.',
      },
    ],
  },
  'install.no-token': {
    causes: [
      'The token was deleted on this machine, or the secret store was emptied.',
      'The token is in another secret store, because SVCAPP_CREDENTIALS was different during the install.',
    ],
    check: ['`app token list` shows where each token is stored.'],
    fix: [
      {
        emulator: 'Run `app install` to get a new token. The platform shows a token only once.',
        live: 'If another machine has the token, run `app token show --reveal` there, and set SVCAPP_TOKEN on this machine to the printed token.',
      },
      {
        emulator: 'Or, if you still have the token, set SVCAPP_TOKEN to it and SVCAPP_TARGET to emulator.',
        live: 'Otherwise run `app install`, which revokes the current token.',
      },
    ],
  },
  'install.not-approved': {
    causes: [
      'The consent page rejected the request. The redirect URL is not registered, the store is not a test store of the draft, or an install with another scope exists.',
      'The consent page redirected to another URL.',
    ],
    example: {
      run: 'app install --approve',
      result: 'The consent page returned no code: redirect_uri is not registered.',
    },
    check: [{ emulator: '`app store list` lists the test stores.' }],
    fix: [
      'Run `app register` if app.toml has changed.',
      {
        emulator: 'If an install with another scope exists, run `app uninstall`, then `app install`.',
        live: 'If an install with another scope exists, ask the store owner to uninstall the app in the store admin. Then run `app install`.',
      },
    ],
  },
  'install.not-stored': {
    causes: ['The secret store failed after the exchange, for example because of a locked keychain or a full disk.'],
    check: ['`app doctor` tests whether secrets can be stored.'],
    fix: ['Fix the secret store, then run `app install` again, which revokes the lost token.'],
  },
  'install.paste-invalid': {
    causes: [
      'Only part of the URL was copied.',
      'The URL was copied from the consent page before you clicked Approve.',
      'The URL is from an earlier attempt.',
    ],
    check: ['The correct URL contains code= and state=.'],
    fix: [
      'Click Approve, then copy the whole URL from the address bar, even if the page does not load or shows an error.',
    ],
  },
  'install.port-taken': {
    causes: ['Your app or another program listens on the port of redirect_uris[0].'],
    fix: [
      'If it is your app, install through it: open its install page, or press i in `app dev`.',
      {
        emulator: 'Or install without a listener: `app install --approve`, or `app install --paste`.',
        live: 'Or install without a listener: `app install --paste`.',
      },
    ],
  },
  'install.redirect-invalid': {
    causes: [
      'redirect_uris is empty.',
      'The first entry of redirect_uris uses https or is not on this machine, so this tool cannot listen there.',
    ],
    check: ['Check the first entry of redirect_uris in app.toml. `app install` uses no other entry.'],
    fix: [
      {
        emulator: 'Set the first entry to http://127.0.0.1:3000/auth/callback, then run `app register`.',
        live: 'Keep the redirect URL of a deployed app.',
      },
      { emulator: 'Or run `app install --paste`.', live: 'Run `app install --paste`.' },
    ],
  },
  'install.timeout': {
    causes: [
      'You or the store owner did not click Approve in time.',
      'The browser runs on another machine, so the redirect did not arrive.',
    ],
    check: ['Check whether the browser shows a URL with code= that did not load.'],
    fix: [
      'Run `app install` again, with a longer --timeout.',
      'If the browser is on another machine, run `app install --paste`.',
    ],
  },
  'install.unknown': {
    causes: [
      'The app was never installed from this machine, or only on the other target.',
      'The app installed itself while `app dev` was not running.',
      'The install is in another store or region.',
      "SVCAPP_TOKEN is another app's token.",
    ],
    check: ['`app token list` lists the installs.'],
    fix: [
      {
        emulator: 'Run `app install` with the right --store and --region.',
        live: 'If another machine has the install, set SVCAPP_TOKEN to its token, which a new install would revoke. Otherwise run `app install`. The store owner selects the store and the region.',
      },
    ],
  },
}
