import type { Explained } from '../explanation.ts'

export const webhook: Explained<'webhook'> = {
  'webhook.wrongly-accepted': {
    causes: [
      'The app responds before it verifies the signature, or never verifies it.',
      'The app does not reject a timestamp that is more than 5 minutes off.',
    ],
    example: {
      run: 'app webhook trigger order.paid --bad-signature',
      result: 'The app accepted order.paid with 200 despite the bad signature.',
    },
    check: ['`app check` tests more events that an app must reject.'],
    fix: ['Verify the timestamp and the signature over the raw body first, and respond with 401 if either is wrong.'],
  },
  'webhook.bad-address': {
    causes: [
      'The URL in --to or --forward-to is on another machine, contains a user name, or is not an http or https URL.',
    ],
    example: {
      run: 'app webhook trigger order.paid --to https://example.com/hook',
      result: 'Nothing was sent to https://example.com/hook: it is not on this machine.',
    },
    fix: ["Use http://127.0.0.1:3000/webhooks, with your app's port and path."],
  },
  'webhook.link-broken': {
    causes: [
      'The topic is not in app.toml, or was added after the install.',
      "The topic's scope was not granted.",
      'The webhook URL or the tunnel is missing, or the app does not respond.',
    ],
    fix: ['Apply the fix next to the broken link, then run `app webhook why` again.'],
  },
  'webhook.not-genuine': {
    causes: [
      'The body was parsed and serialized before it was verified. The signature covers the raw bytes.',
      'The secret is wrong.',
      "The timestamp is more than 5 minutes off, or this machine's clock is wrong.",
    ],
    check: ['`app doctor` checks the clock.'],
    fix: ['Verify the raw body before you parse it, with the signing secret from `app env`.'],
  },
  'webhook.rejected': {
    causes: [
      'The app threw an error, rejected the signature, or responded with a status other than 2xx.',
      'The response was too slow, or the app closed the connection.',
    ],
    check: ['Read the app output, and run `app webhook list --state failed`.'],
    fix: ['Fix the handler, then resend the delivery: `app webhook replay` with its number.'],
  },
}
