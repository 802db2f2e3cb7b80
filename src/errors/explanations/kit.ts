import type { Explained } from './explanation.ts'

/** Codes of `svcapp-kit`, the library for apps. */
export const kit: Explained<'config' | 'database' | 'kit'> = {
  'config.invalid': {
    causes: [
      'A secret or key was truncated when it was copied. SVCAPP_SIGNING_SECRET and SVCAPP_TOKEN_KEY have 64 lowercase hex characters.',
      'A URL uses http but is not on this machine.',
      'A file in migrations/ has no number, or two files have the same number.',
    ],
    check: ['`app env` lists the variables. The message shows the invalid one, but never its value.'],
    fix: ['Save the environment again: `app env --write .env`'],
  },
  'config.missing': {
    causes: [
      'The app was started without its environment.',
      'The app is not registered yet, so it has no secrets.',
      'The server that runs the app lacks a variable that `app env` lists.',
    ],
    fix: [
      'Start the app with `app dev`, which sets all variables.',
      'To start it another way, run `app register` once, then `app env --write .env`.',
      'In a container or on a server, set each variable that `app env` lists, as a secret.',
    ],
  },
  'database.away': {
    causes: [
      'The disk is full, or the folder is not writable.',
      'The database file is damaged or is not a SQLite database.',
      'The database server does not respond.',
    ],
    check: ['`GET /readyz` returns the reason. Deliveries get 503 meanwhile, so the platform retries them.'],
    fix: [
      'Free some disk space, or set DATA_DIR to a writable folder.',
      'Restore a damaged file from a backup. Without a backup, rename the file and reinstall the app.',
      'Do not restart the app. It continues when the database is available again.',
    ],
  },
  'database.in-use': {
    causes: [
      'The app is already running, for example in `app dev` or in another terminal.',
      'A process manager starts several processes with one SQLite file.',
    ],
    fix: [
      'Stop the other process.',
      'Or give each process its own folder with DATA_DIR.',
      'For several processes, set DATABASE_URL to a PostgreSQL database.',
    ],
  },
  'database.newer': {
    causes: ['An older version of the app was deployed after a newer one changed the tables.'],
    fix: ['Deploy the newer version again.', 'Or restore a backup from the older version.'],
  },
  'database.old-jobs': {
    causes: ['The app was upgraded to svcapp-kit while its earlier version still had unfinished jobs or dead letters.'],
    check: ["On its first start, the kit copies the earlier version's installs and events, but not its jobs."],
    fix: [
      'Run the earlier version again until its jobs are done.',
      'Retry its dead letters there, or delete them if you do not need them.',
    ],
  },
  'database.peer-missing': {
    causes: ['DATABASE_URL is set, but the packages `pg` and `pg-boss` are not installed.'],
    fix: ['`npm install pg pg-boss`', 'Or unset DATABASE_URL to use a SQLite file.'],
  },
  'kit.body-consumed': {
    causes: ['`express.json()` or another parser is used before `node(app)`.'],
    check: ['The signature covers the raw bytes. Parsing and serializing the body changes them.'],
    fix: ['Move `server.use(node(app))` above the parsers.', 'Or save the bytes as `request.rawBody` in the parser.'],
  },
  'kit.effect-needs-transaction': {
    causes: [
      'A handler returns `(tx) => …`. D1 writes all statements as one batch, so the function cannot read between them.',
    ],
    fix: [
      'Return statements: sql`…`, or an array of them.',
      'Read with `db.rows` first, and compute the change in SQL.',
    ],
  },
  'kit.memory-in-production': {
    causes: [
      'The app uses `memory()` and NODE_ENV is production.',
      "The runtime lacks Node's SQLite, which `memory()` needs.",
    ],
    fix: [
      'On Node, use `database(process.env)` from svcapp-kit/node.',
      'On Workers, use `d1(env.DB)` from svcapp-kit/d1, in tests too.',
    ],
  },
  'kit.path-taken': {
    causes: [
      'Two calls to `panel`, `data`, `slot`, `page`, `job` or `every` use the same path or name.',
      'The kit serves the path: auth/start, auth/callback, auth/done, webhooks or _kit.',
    ],
    fix: ['Use a different path or name for each declaration.'],
  },
  'kit.period-invalid': {
    causes: ['A period of `every` is not a whole number of minutes, hours or days, or its time of day is not hh:mm.'],
    fix: ["Use { minutes: 15 }, { hours: 6 } or { days: 1, at: '03:00' }. The time is in UTC."],
  },
  'kit.topic-twice': {
    causes: ['Two calls to `on` use the same topic.'],
    check: ["A handler's result is written once for each event, so a topic can have only one handler."],
    fix: ['Write one handler for the topic. It can call several functions and return all their statements.'],
  },
}
