import type { Explained } from '../explanation.ts'

/** What tests of an app meet: `svcapp/testing` raises all but `testing.failed`. */
export const testing: Explained<'testing'> = {
  'testing.closed': {
    causes: [
      'A test goes on after the hook that closes the platform: something is not awaited.',
      'Two files share a platform, and the first one closes it.',
    ],
    check: ['Which hook calls close(), and does every test await what it begins?'],
    fix: ['Await each operation and each waitFor(); give each file its own platform.'],
  },
  'testing.failed': {
    causes: [
      'The tests assume one shape of install: a region token, the scope customers.read, a paid plan.',
      'They fail for every shape.',
    ],
    check: [
      '`app test matrix --only store -- npm test` runs one shape; SVCAPP_TEST_SHAPE tells the tests which it is.',
    ],
    fix: ['Make the app handle each shape: a pin on each call, empty customer fields, 402.'],
  },
  'testing.install-failed': {
    causes: [
      'The app does not listen on the port that the platform gave it (`env.PORT`).',
      'Its install path does not lead to the consent page, or it did not exchange the code.',
    ],
    check: ['The message names the page at which it ended, `platform.timeline()` what led there.'],
    fix: [
      'Start the app before it is installed, with `platform.env`.',
      '`app check --only install` says what is wrong with its install.',
    ],
  },
  'testing.no-panel': {
    causes: ['The app has no manifest, or the platform does not show it: it was suspended, for example.'],
    check: ['`app manifest validate`'],
    fix: ['Give app.toml a `[manifest]` with a `fullpage` slot.'],
  },
  'testing.timeout': {
    causes: [
      'The app refused the delivery, or did not call the platform.',
      'It was not installed when the event happened: no subscription, no delivery.',
    ],
    fix: ['Do what the timeline shows; on a slow machine give more time: `timeoutMs`.'],
  },
}
