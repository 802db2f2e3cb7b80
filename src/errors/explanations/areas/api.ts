import type { Explained } from '../explanation.ts'

export const api: Explained<'api'> = {
  'api.bad-response': {
    causes: [
      'The address of the target leads to something else: a proxy, a sign-in page, another service.',
      'The platform has changed a field that its documents promise.',
    ],
    check: [
      '`app call raw GET /context` prints the answer as it came.',
      '`app doctor` says whether the target is the platform.',
    ],
    fix: [
      'Correct targets.live.base_url in app.toml.',
      'If it is the platform, report the field there. Nothing of the answer was kept.',
    ],
  },
  'api.bad-path': {
    causes: ['A path with .., a whole address, or a host in it.', 'An id in the path that is not a single segment.'],
    example: { run: 'app call raw GET ../admin', result: 'Nothing was sent: the path is refused.' },
    check: ['`app call raw --help` shows how a path is written.'],
    fix: ['Give a path below /api/apps/v1, such as /orders/42.'],
  },
  'api.bad-upload': {
    causes: [
      'The file is not there, may not be read, or is a folder.',
      'It is larger than the platform accepts, or its first bytes are not those of an accepted kind of image.',
      'It changed while it was read.',
    ],
    example: { run: 'app call media upload notes.txt', result: 'Nothing was sent: notes.txt is refused, because …' },
    check: ['`app call media upload --help` names kinds and sizes.'],
    fix: ['Save the picture as one of those kinds, or make it smaller.'],
  },
  'api.error': {
    causes: [
      '400 or 422: a field of the body is missing or not allowed.',
      '404: the record is not there, or belongs to another region.',
      '409: what is asked does not fit the state that the record is in.',
      '500 and above: the platform failed. A read was tried again already.',
    ],
    check: [
      'Run it with --include: status and headers of the answer.',
      'On the emulator, --debug tells the true cause where the platform hides it.',
    ],
    fix: [
      'Correct what the message of the platform names; --example prints a body that is accepted.',
      'After a write that ended with 500: look whether it was done before you repeat it.',
    ],
  },
  'api.forbidden': {
    causes: [
      'app.toml does not ask for the scope.',
      'It asks for it now, but did not when the app was installed: scopes are frozen at install.',
      'The scope is optional, and the owner did not grant it.',
    ],
    check: [
      '`app scopes orders.read` says whether app.toml and the install have it.',
      '`app context` lists what the token holds.',
    ],
    fix: [
      {
        emulator: 'Add it to [scopes] in app.toml, then `app register` and `app install`.',
        live: 'Add it to [scopes] in app.toml and to requested_scopes in the developer console, then `app install`.',
      },
    ],
  },
  'api.partial-failure': {
    causes: ['Each row succeeds or fails by itself, so the platform answers 200 with failed rows in it.'],
    fix: [
      'Give --failed-out failed.json: it gets the rows that were not written. Correct them and send that file alone.',
    ],
  },
  'api.payment-pending': {
    causes: ['The store owner has chosen a plan and has not paid for it.', 'The plan has run out.'],
    example: { run: 'app context', result: 'The platform rejects the call with 402.' },
    check: [{ emulator: '`app emulator plan` shows the plan of the store.' }, '`app doctor` says so for each install.'],
    fix: [
      'The owner has to pay. The token stays good: do not install again.',
      { emulator: '`app emulator plan paid` pays.' },
    ],
  },
  'api.rate-limited': {
    causes: [
      'More than 600 requests a minute with one token. All processes of this machine share that budget.',
      'More than 30 code exchanges a minute from one address.',
      'A fault that was set on the emulator.',
    ],
    example: {
      run: 'app call orders list --all --max-rate 600',
      result: 'The budget is used up, and how many seconds to wait.',
    },
    check: [
      'details.retryAfterSeconds with --json.',
      { emulator: '`app emulator fault list` shows faults that are set.' },
    ],
    fix: [
      'Wait as long as it says.',
      'Ask less often: a larger page, products delta instead of products list, a lower --max-rate.',
    ],
  },
  'api.unauthorized': {
    causes: [
      'The app was installed again elsewhere: each install revokes the token before it.',
      'The app was uninstalled.',
      'The token belongs to another store, or to the other target.',
      'The named region is closed, or belongs to another store.',
      'The install scope of the registration was changed after the install.',
    ],
    check: [
      '`app context` asks without a region: if that is answered, the region is wrong and the token is good.',
      '`app doctor` says whether the app or this tool holds the present token.',
    ],
    fix: [
      {
        emulator: '`app install` gives a new token; a token never expires, and an old one never comes back.',
        live: 'If another machine has the token, set SVCAPP_TOKEN to the output of `app token show --reveal` there. Otherwise `app install`, which revokes the old token.',
      },
      'While `app dev` runs, press i there: the app installs itself.',
    ],
  },
}
