/** Codes of `svcapp-kit`. The process of an app exits with 1 by those of its start. */
export const kitCodes = {
  'config.invalid': { exit: 1, about: 'svcapp-kit: a variable of the environment or a setting of the app is invalid.' },
  'config.missing': { exit: 1, about: 'svcapp-kit: a variable of the environment is missing.' },
  'database.away': { exit: 1, about: "svcapp-kit: the app's database cannot be used now." },
  'database.in-use': { exit: 1, about: 'svcapp-kit: another process of the app uses the SQLite file.' },
  'database.newer': { exit: 1, about: 'svcapp-kit: a newer version of the app or of the kit has used the database.' },
  'database.old-jobs': {
    exit: 1,
    about: 'svcapp-kit: the version of the app before the kit has jobs that are not done.',
  },
  'database.peer-missing': { exit: 1, about: 'svcapp-kit: PostgreSQL needs packages that the app does not have.' },
  'kit.body-consumed': { exit: 1, about: 'svcapp-kit: a parser has read the body of a delivery before the kit.' },
  'kit.effect-needs-transaction': {
    exit: 1,
    about: 'svcapp-kit: a handler returns a function of a transaction, and D1 has no transactions.',
  },
  'kit.memory-in-production': { exit: 1, about: 'svcapp-kit: a database in memory was opened in production.' },
  'kit.path-taken': { exit: 1, about: 'svcapp-kit: two declarations of the app have the same path or name.' },
  'kit.period-invalid': { exit: 1, about: 'svcapp-kit: a schedule of the app has an invalid period.' },
  'kit.topic-twice': { exit: 1, about: 'svcapp-kit: the app has two handlers of one topic.' },
} as const
