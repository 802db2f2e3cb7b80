import type { Explained } from '../explanation.ts'

export const emulator: Explained<'emulator'> = {
  'emulator.ambiguous-event': {
    causes: ['The beginning or the end of an event id was given, and events of several operations have it.'],
    check: ['`app emulator undo --list` shows the events of each operation.'],
    fix: ['Give more of the id; the hints have all of it.'],
  },
  'emulator.already-running': {
    causes: ['`app dev` or `app emulator start` runs on the same data folder.'],
    check: ['`app emulator status` says where it runs.'],
    fix: ['Use that one, or `app emulator stop`.', 'For a second one, point SVCAPP_HOME at another folder.'],
  },
  'emulator.bad-request': {
    causes: ['A name that is not there: a topic, setting, plan, provider or delivery.', 'A value that is not allowed.'],
    fix: ['Give one of those.'],
  },
  'emulator.conflict': {
    causes: [
      'An order is not in the state that the step needs.',
      'A snapshot of that name exists already.',
      'The app is not in the state that publishing or review needs, or a value is fixed once it is registered.',
      'The store sells nothing in that region yet.',
    ],
    check: ['`app emulator app show` for an app, `app call orders get 42` for an order.'],
    fix: ['Do the step before it first, or choose another record or name.'],
  },
  'emulator.not-running': {
    causes: [
      'No emulator was started.',
      'It was killed, and left a run file behind.',
      'SVCAPP_HOME differs between the two terminals.',
    ],
    fix: ['`app dev` inside a project, or `app emulator start`.', 'In CI: `app emulator exec -- npm test`.'],
  },
  'emulator.port-taken': {
    causes: ['Another program, or an emulator with another SVCAPP_HOME, holds one of the ports 4800 to 4803.'],
    check: ['The message names the holder; `app doctor` looks at all ports.'],
    fix: ['Stop it, or take free ports: `app emulator start --port 0`, `app dev --emulator-port 0`.'],
  },
  'emulator.rejected': {
    causes: [
      'The emulator is of another version than this command.',
      'The control token of the run file is not that of the running emulator.',
    ],
    check: ['`app version`, and which version the emulator was started with.'],
    fix: ['`app emulator stop`, then start it again.'],
  },
  'emulator.bad-registration': {
    causes: ['A value of app.toml that the developer portal refuses: an address, a scope, a topic, the manifest.'],
    fix: ['Correct it in app.toml, then `app register`.'],
  },
  'emulator.snapshot-unreadable': {
    causes: [
      'The file was cut off on its way, or is of another program.',
      'Somebody has changed it: it names tables, stores or values that no snapshot has.',
    ],
    fix: ['Export it again where the snapshot is: `app emulator snapshot export monday monday.snapshot`.'],
  },
  'emulator.unknown-app': {
    causes: [
      'The app was never registered on this emulator.',
      'The emulator was emptied, or runs on another folder.',
      'The key is misspelt.',
    ],
    check: ['`app portal` lists the apps that are registered.'],
    fix: ['`app register` inside the project.'],
  },
  'emulator.unknown-fault': {
    causes: ['The fault is used up and gone.', 'The number is wrong.'],
    check: ['`app emulator fault list`.'],
    fix: ['Name one of that list; `app emulator fault clear` without a number clears all.'],
  },
  'emulator.unknown-snapshot': {
    causes: ['It was removed, or the name is misspelt.', 'SVCAPP_HOME names another folder here.'],
    check: ['`app emulator snapshot list`.'],
    fix: ['Name one of that list.'],
  },
  'emulator.unknown-operation': {
    causes: [
      'Nothing was done yet, or what was done before is not remembered: after a power cut, or an update of the tool.',
      'The operation is older than the last 200, or than the last 50 MB of changes.',
      'The event is one that no operation made: a test event, or one of the seed.',
    ],
    check: ['`app emulator undo --list` shows what can be taken back.'],
    fix: ['Name an event of that list, or load a snapshot: `app emulator snapshot list`.'],
  },
  'emulator.unknown-store': {
    causes: ['The code is misspelt.', 'The emulator was emptied since.'],
    check: ['`app store list`.'],
    fix: ['Name one of that list, or `app store create --name Demo`.'],
  },
}
