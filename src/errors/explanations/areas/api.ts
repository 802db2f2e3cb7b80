import type { Explained } from '../explanation.ts'

export const api: Explained<'api'> = {
  'api.bad-response': {
    causes: [
      'targets.live.base_url is the URL of a proxy, a sign-in page or another service.',
      'The platform changed a documented field.',
    ],
    check: [
      '`app call raw GET /context` prints the response unchanged.',
      '`app doctor` checks whether the target is the platform.',
    ],
    fix: [
      'Correct targets.live.base_url in app.toml.',
      'If the target is the platform, report the changed field to its support.',
    ],
  },
  'api.bad-path': {
    causes: ['The path contains .., a whole URL or a host.', 'An id in the path contains a slash.'],
    example: {
      run: 'app call raw GET ../admin',
      result: 'The path ../admin was rejected because it must start with /.',
    },
    check: ['`app call raw --help` shows the form of a path.'],
    fix: ['Use a path below /api/apps/v1, such as /orders/42.'],
  },
  'api.bad-upload': {
    causes: [
      'The file is missing, not readable or a folder.',
      'The file is too large, or its content is not an accepted image type.',
      'The file changed while it was read.',
    ],
    example: {
      run: 'app call media upload notes.txt',
      result: 'notes.txt was rejected because its name has no image extension.',
    },
    check: ['`app call media upload --help` lists the accepted types and the maximum size.'],
    fix: ['Convert the image to an accepted type, or make it smaller.'],
  },
  'api.error': {
    causes: [
      '400 or 422: a body field is missing or not allowed.',
      '404: the record does not exist, or belongs to another region.',
      "409: the request conflicts with the record's state.",
      '500 and above: the platform failed. A read has already been retried.',
    ],
    check: [
      'Add --include to see the response status and headers.',
      'On the emulator, add --debug to see the cause that the platform hides.',
    ],
    fix: [
      'Correct the field that the platform reports. Add --example to print a valid body.',
      'After a write that failed with 500, check whether it completed before you retry.',
    ],
  },
  'api.forbidden': {
    causes: [
      'app.toml does not request the scope.',
      'The scope was added after the install, and scopes are frozen at install.',
      'The scope is optional, and the owner did not grant it.',
    ],
    check: [
      '`app scopes orders.read` shows whether app.toml and the install have the scope.',
      "`app context` lists the token's scopes.",
    ],
    fix: [
      {
        emulator: 'Add the scope to [scopes] in app.toml, then run `app register` and `app install`.',
        live: 'Add the scope to [scopes] in app.toml and to requested_scopes in the developer console, then run `app install`, which revokes the current token.',
      },
    ],
  },
  'api.partial-failure': {
    causes: ['Each row succeeds or fails separately, so the platform returns 200 even if rows fail.'],
    fix: [
      'Add --failed-out failed.json to save the failed rows. Correct the rows in that file, then send only that file.',
    ],
  },
  'api.payment-pending': {
    causes: ['The store owner selected a plan and has not paid.', 'The plan has expired.'],
    check: [
      { emulator: "`app emulator plan` shows the store's plan." },
      '`app doctor` shows the payment state of each install.',
    ],
    fix: [
      'Ask the store owner to pay for the plan. The token stays valid, so do not reinstall the app.',
      { emulator: 'Run `app emulator plan paid`.' },
    ],
  },
  'api.rate-limited': {
    causes: [
      'One token sent more than 600 requests in a minute. All processes on this machine share that budget.',
      'One IP address sent more than 30 code exchanges in a minute.',
      'A fault is set on the emulator.',
    ],
    example: {
      run: 'app call orders list --all --max-rate 600',
      result: 'The budget of 600 requests per minute is exhausted.',
    },
    check: [
      'With --json, details.retryAfterSeconds shows how long to wait.',
      { emulator: '`app emulator fault list` lists the faults.' },
    ],
    fix: [
      'Wait as long as the message shows.',
      'Send fewer requests: use larger pages, `products delta` instead of `products list`, or a lower --max-rate.',
    ],
  },
  'api.unauthorized': {
    causes: [
      'The app was reinstalled elsewhere, which revoked this token.',
      'The app was uninstalled.',
      'The token belongs to another store or target.',
      'The region is closed or belongs to another store.',
      'The registered install scope changed after the install.',
    ],
    check: [
      '`app context` needs no region. If it succeeds, the token is valid and the region is wrong.',
      '`app doctor` shows whether the app or this tool has the current token.',
    ],
    fix: [
      {
        emulator: 'Run `app install` to get a new token. A revoked token stays revoked.',
        live: 'If another machine has the token, run `app token show --reveal` there and set SVCAPP_TOKEN to its output. Otherwise run `app install`, which revokes the old token.',
      },
      'If `app dev` is running, press i in its terminal to reinstall through the app.',
    ],
  },
}
