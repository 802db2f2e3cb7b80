/**
 * Every code that `AppError` may carry: what it means and how the process ends (DESIGN.md section 8).
 * Codes are public: scripts hold on to them, so one is added on purpose and never renamed. `room.reason`, sorted within its room.
 *
 * Exits: 1 unexpected, 2 usage, 3 project or configuration, 4 authentication, 5 scope, 6 payment pending, 7 rate limited,
 * 8 network, port or tunnel, 9 partial failure, 10 the app refused a delivery, 11 a check failed, 12 other API error, 130 interrupted.
 */
export const errorCodes = {
  'api.bad-path': { exit: 2, about: 'The path would leave /api/apps/v1 or the target, so nothing was sent.' },
  'api.error': { exit: 12, about: 'The platform refused the request for a reason without a code of its own here.' },
  'api.forbidden': { exit: 5, about: 'The token lacks the scope that the endpoint requires (403).' },
  'api.payment-pending': { exit: 6, about: 'The app subscription is not active: payment pending (402).' },
  'api.partial-failure': { exit: 9, about: 'The platform answered 200, but some rows failed.' },
  'api.rate-limited': { exit: 7, about: 'The request budget is used up (429).' },
  'api.unauthorized': { exit: 4, about: 'The platform does not accept the token (401).' },

  'cli.interrupted': { exit: 130, about: 'Stopped by Ctrl-C or a signal.' },
  'cli.unexpected': { exit: 1, about: 'A bug in this tool.' },

  'net.redirected': {
    exit: 8,
    about: 'The target answered with a redirect; none is followed, so that no secret travels to another origin.',
  },
  'net.timeout': { exit: 8, about: 'The target did not answer in time.' },
  'net.tls-off': { exit: 8, about: 'TLS checks are switched off in the environment; secrets are not sent that way.' },
  'net.unreachable': { exit: 8, about: 'No connection to the target.' },

  'storage.broken': { exit: 3, about: 'A database of this tool cannot be opened.' },
  'storage.newer': { exit: 3, about: 'A database was written by a newer version of this tool.' },
  'storage.symlink': { exit: 3, about: 'A symbolic link stands where a file or folder of ours belongs.' },

  'usage.invalid': { exit: 2, about: 'A flag or argument has a value that is not allowed.' },
  'usage.missing': { exit: 2, about: 'A value is missing and there is no terminal to ask on.' },
} as const satisfies Record<string, { exit: number; about: string }>

export type ErrorCode = keyof typeof errorCodes
