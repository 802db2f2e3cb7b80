import type { Explained } from '../explanation.ts'

/** Areas with one or two codes. */
export const other: Explained<
  'chaos' | 'check' | 'doctor' | 'inventory' | 'journal' | 'live' | 'page' | 'status' | 'types'
> = {
  'chaos.failed': {
    causes: [
      'The app responded before it stored the event, or rejected a redelivery.',
      'The app accepts a wrong signature, or calls the platform before it responds.',
      'The command that ran under faults failed.',
    ],
    check: [
      'The last line of the result is a command that repeats the run with the same seed and faults.',
      '`app webhook list` and `app dev logs` show how the app responded to each event.',
    ],
    fix: [
      'Store the event, respond with 2xx, then do the work. Process each `eventId` once.',
      'For help with signatures, run `app explain webhook.not-genuine`.',
    ],
  },
  'chaos.no-app': {
    causes: ['`app dev` is not running in this folder, is not ready yet, or uses the live platform.'],
    check: ['`app dev status`'],
    fix: [
      'Run `app dev --background`, then the same command again.',
      'Or run a command under faults: `app chaos run -- npm test`.',
    ],
  },
  'chaos.running': {
    causes: ['`app chaos run` is running in another terminal.'],
    check: ['`app emulator fault list` shows the faults of the run.'],
    fix: ['Wait until the other run finishes, or stop it with Ctrl-C. Its faults are then removed.'],
  },
  'check.failed': {
    causes: [
      "The app violates the documentation, or leaks a secret or another customer's data. Warnings alone exit with 0.",
      'The time ran out before everything was checked: `complete` is false.',
    ],
    check: ['`app check --only signature` runs one area. `app check --list` lists all areas.'],
    fix: ['Apply the fix below each finding.', 'If the app starts or responds slowly, use a longer `--timeout`.'],
  },
  'doctor.failed': {
    causes: ['At least one check failed. Warnings alone exit with 0.'],
    fix: ['Apply the fix next to each failed check, from the top. `app doctor --fix` applies the safe ones.'],
  },
  'page.unavailable': {
    causes: [
      'The app, or `app dev` with its inspector, is not running.',
      "No live install on this machine has the store's domain.",
    ],
    check: [{ emulator: '`app emulator status`' }],
    fix: ['Run `app dev` in another terminal.', { live: 'For a storefront, run `app install`.' }],
  },
  'inventory.warehouse-not-owned': {
    causes: [
      'The warehouse belongs to the store, another app or another region. An app can only write stock to its own warehouses.',
    ],
    check: ['`app call warehouses list`'],
    fix: ["Leave out the warehouse to use the app's first warehouse."],
  },
  'inventory.no-warehouse': {
    causes: [
      "The app has not created or claimed a warehouse in this region, so the platform would use the store's default warehouse.",
    ],
    check: ['`app call warehouses list`'],
    fix: ['Run `app call warehouses create --name Main`, or claim an empty one: `app call warehouses claim 7`.'],
  },
  'journal.bad-query': {
    causes: [
      'The query is not a single SELECT, or it reads a table that is not a documented view.',
      'A name or the syntax is wrong. The message comes from SQLite.',
    ],
    example: {
      run: 'app journal query "delete from deliveries"',
      result: 'The query was not run: Only queries are allowed. They start with SELECT, WITH or VALUES.',
    },
    check: ['`app journal views` lists the views with their columns.'],
    fix: ['Write one SELECT over the documented views. You can use the JSON and date functions of SQLite.'],
  },
  'journal.query-limit': {
    causes: [
      'The query joins too many rows or never finishes. The limits are 5 s, 768 MiB of memory and a 32 MB result.',
    ],
    check: ['Check that each join has a condition, such as `a.delivery_id = d.id`.'],
    fix: ["Limit the time range: `WHERE at > '2026-11-01'`.", 'Allow more time: `--timeout 30s`.'],
  },
  'journal.sqlite-too-old': {
    causes: ["This Node's SQLite can damage a database in WAL mode. The oldest safe version is 3.51.3."],
    fix: ['Use a newer Node, which includes a newer SQLite.'],
  },
  'live.locked': {
    causes: [
      '`access` under [targets.live] in app.toml is "off", or it is "read" (the default) and the command writes.',
      'SVCAPP_LIVE is set and overrides app.toml.',
      "A coding agent runs the command. Its live writes need a user's confirmation, which `--yes` does not replace.",
    ],
    check: ['`app live status` shows the allowed access and when it expires.'],
    fix: [
      'Leave out `--target live` to run the command on the emulator.',
      'To allow writes for a while, run this yourself in a terminal: `app live allow --for 10m`.',
      'To allow writes permanently, set `access = "write"` under [targets.live], or SVCAPP_LIVE=write in a CI job.',
    ],
  },
  'journal.unknown-delivery': {
    causes: [
      "The number belongs to another app, or to the emulator's queue.",
      'The delivery was deleted because of its age.',
    ],
    check: ['`app webhook list`'],
    fix: ['Use a number from `app webhook list`.'],
  },
  'status.differs': {
    causes: [
      'app.toml has changed since the last `app register` or `app submit`.',
      "On the live platform, the developer console's values were not confirmed on this machine.",
    ],
    check: ['`app status`'],
    fix: ['`app submit`'],
  },
  'types.stale': {
    causes: ['An older version of svcapp wrote the types file.', 'The types file was edited or reformatted.'],
    check: ['Run `app types`, then `git diff`.'],
    fix: ['Run `app types` with the same --out. Exclude the file from formatters and linters.'],
  },
}
