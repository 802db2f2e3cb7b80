import type { Explained } from './explanation.ts'

/** Codes of `svcapp-kit`, the library that apps are built on. */
export const kit: Explained<'config' | 'database' | 'kit'> = {
  'config.invalid': {
    causes: [
      'A secret or key was cut off when it was copied: SVCAPP_SIGNING_SECRET and SVCAPP_TOKEN_KEY have 64 hex characters.',
      'An address is http, and not on this machine.',
      'A file of migrations/ has no number of its own.',
    ],
    check: ['`app env` lists the variables. The message names the one that is invalid, and never shows its value.'],
    fix: ['Write the environment again: `app env --reveal > .env`'],
  },
  'config.missing': {
    causes: [
      'The app was started without its environment.',
      'The app is not registered yet, so that there are no secrets.',
      'The platform that runs the app has a setting less than `app env` lists.',
    ],
    fix: [
      'Start the app with `app dev`, which sets all variables.',
      'For another start: `app register` once, then `app env --reveal > .env`.',
      'In a container or on a server, set the variables that `app env` lists as secrets there.',
    ],
  },
  'database.away': {
    causes: [
      'The disk is full, or this user may not write the folder.',
      'The file is damaged, or is not a SQLite database.',
      'The server of the database does not respond.',
    ],
    check: ['`GET /readyz` says why. Deliveries get 503 meanwhile, so the platform sends them again.'],
    fix: [
      'Free space, or set DATA_DIR to a folder that the app may write.',
      'Restore a damaged file from a backup. Without one, move it away and install the app again.',
      'The app needs no restart when the database is back.',
    ],
  },
  'database.in-use': {
    causes: [
      'The app already runs, for example in `app dev` or in another terminal.',
      'A process manager starts several processes on one SQLite file.',
    ],
    fix: [
      'Stop the other process.',
      'Or give each process a folder of its own with DATA_DIR.',
      'For several processes, set DATABASE_URL to a PostgreSQL database.',
    ],
  },
  'database.newer': {
    causes: ['An older version of the app was deployed after a newer one had changed the tables.'],
    fix: ['Start the newer version again.', 'Or restore a backup that the older version has made.'],
  },
  'database.old-jobs': {
    causes: [
      'The app was upgraded to svcapp-kit before its earlier version had done all jobs, or while it has dead letters.',
    ],
    check: ['The kit copies installs and events of the earlier version when it first starts. Jobs have another form.'],
    fix: [
      'Start the earlier version once more until its jobs are done.',
      'Redrive its dead letters there, or delete them if you do not need them.',
    ],
  },
  'database.peer-missing': {
    causes: ['DATABASE_URL is set, and the packages `pg` and `pg-boss` are not installed.'],
    fix: ['`npm install pg pg-boss`', 'Or unset DATABASE_URL: the app then keeps its state in a SQLite file.'],
  },
  'kit.body-consumed': {
    causes: ['`express.json()` or another parser is used before `node(app)`.'],
    check: ['The signature is over the raw bytes. Parsing and writing them again would change them.'],
    fix: ['Move `server.use(node(app))` above the parsers.', 'Or let the parser keep the bytes as `request.rawBody`.'],
  },
  'kit.effect-needs-transaction': {
    causes: ['A handler returns `(tx) => …`. On D1 statements are written as one batch, and cannot read in between.'],
    fix: [
      'Return statements: sql`…`, or a list of them.',
      'Read with `db.rows` before, and decide in SQL what changes.',
    ],
  },
  'kit.memory-in-production': {
    causes: [
      '`memory()` is the database of the app, and NODE_ENV is production.',
      'The runtime has no SQLite of Node, which `memory()` uses.',
    ],
    fix: [
      'On Node: `database(process.env)` of svcapp-kit/node.',
      'On Workers: `d1(env.DB)` of svcapp-kit/d1, in tests too.',
    ],
  },
  'kit.path-taken': {
    causes: [
      'Two calls of `panel`, `data`, `slot`, `page`, `job` or `every` have the same path or name.',
      'The path is one that the kit serves: auth/start, auth/callback, auth/done, webhooks or _kit.',
    ],
    fix: ['Give each declaration a path of its own.'],
  },
  'kit.period-invalid': {
    causes: ['A period of `every` is not a whole number of minutes, hours or days, or its time of day is not hh:mm.'],
    fix: ["Write { minutes: 15 }, { hours: 6 }, or { days: 1, at: '03:00' }. The time is in UTC."],
  },
  'kit.topic-twice': {
    causes: ['Two calls of `on` name the same topic.'],
    check: ['What a handler returns is written once for each event, so two handlers could not both be sure of it.'],
    fix: ['Write one handler for the topic. It may return what several functions want to write.'],
  },
}
