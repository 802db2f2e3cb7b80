import type { Explained } from '../explanation.ts'

export const emulator: Explained<'emulator'> = {
  'emulator.ambiguous-event': {
    causes: ['The partial event id matches events of several operations.'],
    check: ['`app emulator undo --list` shows the events of each operation.'],
    fix: ['Use more of the event id. The suggestions show the full ids.'],
  },
  'emulator.already-running': {
    causes: ['`app dev` or `app emulator start` uses the same data folder.'],
    check: ['`app emulator status` shows where the emulator runs.'],
    fix: [
      'Use the running emulator, or stop it: `app emulator stop`.',
      'For a second emulator, set SVCAPP_HOME to another folder.',
    ],
  },
  'emulator.bad-request': {
    causes: ['The topic, setting, plan, provider or delivery is unknown.', 'A value is not allowed.'],
    fix: ['Use one of the values in the message.'],
  },
  'emulator.conflict': {
    causes: [
      'The order is not in the required state.',
      'A snapshot with the same name exists.',
      'The app is not in the state that publishing or review requires, or the request changes a value that is fixed at registration.',
      'The store has no products in the region yet.',
    ],
    check: ['`app emulator app show` shows the app. `app call orders get 42` shows an order.'],
    fix: ['Do the missing step first, or choose another record or name.'],
  },
  'emulator.not-running': {
    causes: [
      'No emulator was started.',
      'The emulator crashed and left a run file behind.',
      'The emulator was started with another SVCAPP_HOME.',
    ],
    fix: [
      'Start the emulator: `app dev` in a project, or `app emulator start`.',
      'In CI, run `app emulator exec -- npm test`.',
    ],
  },
  'emulator.port-taken': {
    causes: ['Another program, or an emulator with another SVCAPP_HOME, uses one of the ports 4800 to 4803.'],
    check: ['The message shows the process. `app doctor` checks all ports.'],
    fix: [
      'Stop the process that uses the port, or use free ports: `app emulator start --port 0` or `app dev --emulator-port 0`.',
    ],
  },
  'emulator.rejected': {
    causes: [
      'The emulator and this command are different versions of svcapp.',
      "The run file's control token belongs to another emulator.",
    ],
    check: ['Compare `app version` with the version that `app emulator status` shows.'],
    fix: ['Run `app emulator stop`, then `app emulator start`.'],
  },
  'emulator.bad-registration': {
    causes: ['The developer portal rejects a URL, a scope, a topic or the manifest in app.toml.'],
    fix: ['Correct app.toml, then run `app register`.'],
  },
  'emulator.snapshot-unreadable': {
    causes: [
      'The snapshot file is truncated, or another program created it.',
      'The snapshot file was edited and has unknown tables, stores or values.',
    ],
    fix: ['Export the snapshot again: `app emulator snapshot export monday monday.snapshot`.'],
  },
  'emulator.unknown-app': {
    causes: [
      'The app was never registered on this emulator.',
      'The emulator was reset, or uses another data folder.',
      'The key has a typo.',
    ],
    check: ['`app portal` lists the registered apps.'],
    fix: ['Run `app register` in the project.'],
  },
  'emulator.unknown-fault': {
    causes: ['The fault has expired.', 'The fault number is wrong.'],
    check: ['`app emulator fault list` lists the faults.'],
    fix: [
      'Use a number from `app emulator fault list`. `app emulator fault clear` without a number clears all faults.',
    ],
  },
  'emulator.unknown-snapshot': {
    causes: ['The snapshot was deleted, or its name has a typo.', 'SVCAPP_HOME is set to another folder.'],
    check: ['`app emulator snapshot list` lists the snapshots.'],
    fix: ['Use a name from `app emulator snapshot list`.'],
  },
  'emulator.unknown-operation': {
    causes: [
      'No operation was recorded since the emulator started. A restart clears the history.',
      'The operation is too old. Only the last 200 operations or 50 MB of changes are stored.',
      'The event is a test event or part of the seed data, so no operation created it.',
    ],
    check: ['`app emulator undo --list` lists the operations that can be undone.'],
    fix: ['Use an event from `app emulator undo --list`, or load a snapshot: `app emulator snapshot list`.'],
  },
  'emulator.unknown-store': {
    causes: ['The code has a typo.', 'The emulator was reset.'],
    check: ['`app store list` lists the stores.'],
    fix: ['Use a code from `app store list`, or create a store: `app store open --name Demo`.'],
  },
}
