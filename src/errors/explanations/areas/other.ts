import type { Explained } from '../explanation.ts'

/** Areas with a code or two. */
export const other: Explained<
  'chaos' | 'check' | 'doctor' | 'inventory' | 'journal' | 'live' | 'page' | 'status' | 'types'
> = {
  'chaos.failed': {
    causes: [
      'The app answered an event before it was stored, or did not take it when it came again.',
      'It trusts a delivery whose signature is wrong, or waits for the platform before it answers.',
      'The command that was run under faults failed.',
    ],
    check: [
      'The last line of the result repeats the run: its seed decides every fault.',
      '`app webhook list` and `app dev logs` show what the app said to each event.',
    ],
    fix: [
      'Store the event first, answer 2xx, do the work afterwards, and each event once: the `eventId` is its key.',
      '`app explain webhook.not-genuine` for signatures.',
    ],
  },
  'chaos.no-app': {
    causes: ['`app dev` does not run in this folder, is not ready yet, or runs with the live platform.'],
    check: ['`app dev status`'],
    fix: [
      '`app dev --background`, and then the same command again.',
      'Or run a command under faults: `app chaos run -- npm test`.',
    ],
  },
  'chaos.running': {
    causes: ['`app chaos run` is at work in another terminal.'],
    check: ['`app emulator fault list` shows its faults.'],
    fix: ['Wait for its end, or stop it with Ctrl-C: it takes its faults back.'],
  },
  'check.failed': {
    causes: [
      "The app does something that contradicts the documents, or gives a secret or somebody else's data away. Warnings alone are exit 0.",
      'The time ran out before everything was checked: `complete` is false.',
    ],
    check: ['`app check --only signature` runs one area, `app check --list` names all.'],
    fix: ['Do what is written below each finding.', 'A longer `--timeout` for an app that starts or answers slowly.'],
  },
  'doctor.failed': {
    causes: ['At least one check failed; a warning alone is exit 0.'],
    fix: ['Do what is written beside it, from the top down; `app doctor --fix` does what is safe.'],
  },
  'page.unavailable': {
    causes: ['The app, or `app dev` with its inspector, does not run.', 'No install on record gives the address.'],
    example: { run: 'app open inspector', result: 'No app dev with an inspector runs for this app.' },
    check: [{ emulator: '`app emulator status`' }],
    fix: ['`app dev`, in another terminal.'],
  },
  'inventory.warehouse-not-owned': {
    causes: [
      'The warehouse belongs to the store or another app, or to another region. Stock is written only into your own.',
    ],
    check: ['`app call warehouses list`'],
    fix: ['Leave the warehouse out: the first of yours is used.'],
  },
  'inventory.no-warehouse': {
    causes: [
      'The app has made or claimed no warehouse in this region. The platform would write into the default one of the store.',
    ],
    check: ['`app call warehouses list`'],
    fix: ['`app call warehouses create --name Main`, or claim an empty one: `app call warehouses claim 7`.'],
  },
  'journal.bad-query': {
    causes: [
      'It is not a SELECT, has a second statement, or reads a table that is not one of the documented views.',
      'A name or the syntax is wrong: the message comes from SQLite.',
    ],
    example: { run: 'app journal query "delete from deliveries"', result: 'Only a query is run.' },
    check: ['`app journal views` lists the views with their columns.'],
    fix: ['Write one SELECT over them: SQLite, with its JSON and date functions.'],
  },
  'journal.query-limit': {
    causes: ['It joins too much, or never ends; a query has 5 s, 768 MiB and 32 MB of result.'],
    check: ['Does each join name its condition, such as `a.delivery_id = d.id`?'],
    fix: ["Narrow it by time: `WHERE at > '2026-11-01'`.", 'More time: `--timeout 30s`.'],
  },
  'journal.sqlite-too-old': {
    causes: ['The SQLite inside this Node can damage a database in WAL mode; 3.51.3 is the oldest safe one.'],
    fix: ['Use a newer Node: it brings its own SQLite.'],
  },
  'live.locked': {
    causes: [
      '`access` under [targets.live] in app.toml is "read" (the default) and the command writes, or it is "off".',
      'SVCAPP_LIVE says so, which takes precedence over app.toml.',
      'A coding agent runs the command: its live writes need a person, and `--yes` does not count.',
    ],
    check: ['`app live status` shows what is allowed, and until when.'],
    fix: [
      'Leave out `--target live`: the emulator does the same.',
      'For a while: `app live allow --for 10m`, which a person runs in a terminal of their own.',
      'For good: `access = "write"` under [targets.live], or SVCAPP_LIVE=write in a CI job that is meant to write.',
    ],
  },
  'journal.unknown-delivery': {
    causes: [
      'The number belongs to another app, or to the queue of the emulator.',
      'The delivery is older than the journal keeps.',
    ],
    check: ['`app webhook list`'],
    fix: ['Name a number of that list.'],
  },
  'status.differs': {
    causes: [
      'app.toml was changed since the last `app register` or `app submit`.',
      'On the live platform: the values of the developer console were not confirmed on this machine.',
    ],
    check: ['`app status`'],
    fix: ['`app submit`'],
  },
  'types.stale': {
    causes: [
      'This version knows more of the platform than the one that wrote the file.',
      'The file was changed by hand, or by a formatter.',
    ],
    check: ['`git diff` after `app types`'],
    fix: ['`app types`, with the same --out; keep formatters and linters away from the file.'],
  },
}
