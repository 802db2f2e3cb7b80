import type { Explained } from '../explanation.ts'

/** Errors in an app's tests. `svcapp/testing` raises all except `testing.failed`. */
export const testing: Explained<'testing'> = {
  'testing.closed': {
    causes: [
      'A test still runs after the hook that closes the platform, because it does not await an operation.',
      'Two test files share a platform, and the first file closes it.',
    ],
    check: ['Find the hook that calls close(), and check that every test awaits its operations.'],
    fix: ['Await each operation and each waitFor(). Use a separate platform for each file.'],
  },
  'testing.failed': {
    causes: [
      'The tests assume one install shape: a region token, the scope customers.read or a paid plan.',
      'The tests fail for every shape.',
    ],
    check: [
      '`app test matrix --only store -- npm test` runs one shape. Tests read the current shape from SVCAPP_TEST_SHAPE.',
    ],
    fix: ['Handle each shape in the app: pin each call, and expect empty customer fields and 402.'],
  },
  'testing.install-failed': {
    causes: [
      'The app does not listen on the port in `env.PORT`.',
      "The app's install path does not redirect to the consent page, or the app did not exchange the code.",
    ],
    check: ['The message shows the page where the install stopped. `platform.timeline()` shows the earlier requests.'],
    fix: [
      'Start the app with `platform.env` before you install it.',
      "To find the error in the app's install, run `app check --only install`.",
    ],
  },
  'testing.no-panel': {
    causes: ['The app has no manifest, or its panel cannot be shown, for example because the app is suspended.'],
    check: ['`app manifest validate`'],
    fix: ['Add a `[manifest]` with a `fullpage` slot to app.toml.'],
  },
  'testing.timeout': {
    causes: [
      'The app rejected the delivery, or did not call the platform.',
      'The app was not installed when the event happened, so it had no subscription.',
    ],
    fix: ['Fix the failure that the timeline shows. On a slow machine, increase `timeoutMs`.'],
  },
}
