/** Codes of `svcapp-kit`. An app exits with 1 if one occurs at startup. */
export const kitCodes = {
  'config.invalid': { exit: 1, about: 'svcapp-kit: invalid environment variable or app setting.' },
  'config.missing': { exit: 1, about: 'svcapp-kit: missing environment variable.' },
  'database.away': { exit: 1, about: "svcapp-kit: the app's database is not available." },
  'database.in-use': { exit: 1, about: "svcapp-kit: another process uses the app's SQLite file." },
  'database.newer': { exit: 1, about: 'svcapp-kit: a newer version of the app or the kit has used the database.' },
  'database.old-jobs': {
    exit: 1,
    about: "svcapp-kit: the app's earlier version, without the kit, has unfinished jobs.",
  },
  'database.peer-missing': { exit: 1, about: 'svcapp-kit: packages for PostgreSQL are not installed.' },
  'kit.body-consumed': { exit: 1, about: 'svcapp-kit: a parser read the delivery body before the kit.' },
  'kit.effect-needs-transaction': {
    exit: 1,
    about: 'svcapp-kit: a handler returns a transaction function, but D1 has no transactions.',
  },
  'kit.memory-in-production': { exit: 1, about: 'svcapp-kit: an in-memory database was opened in production.' },
  'kit.path-taken': { exit: 1, about: 'svcapp-kit: two declarations have the same path or name.' },
  'kit.period-invalid': { exit: 1, about: 'svcapp-kit: invalid schedule period.' },
  'kit.topic-twice': { exit: 1, about: 'svcapp-kit: two handlers for one topic.' },
} as const
