import type { Explained } from '../explanation.ts'

export const webhook: Explained<'webhook'> = {
  'webhook.wrongly-accepted': {
    causes: [
      'The app does not verify the signature, or not before it responds.',
      'It does not check that the timestamp is within five minutes.',
    ],
    example: { run: 'app webhook trigger order.paid --bad-signature', result: 'The app accepted it with 200.' },
    check: ['`app check` tries more of what an app must reject.'],
    fix: ['Verify signature and timestamp over the raw body first, and respond with 401 if either is wrong.'],
  },
  'webhook.bad-address': {
    causes: [
      '--to or --forward-to names another machine, or https. Events that are made here go to this machine only.',
    ],
    example: {
      run: 'app webhook trigger order.paid --to https://example.com/hook',
      result: 'Nothing was sent there, and why.',
    },
    fix: ['Use http://127.0.0.1:3000/webhooks, with the port and path of the app.'],
  },
  'webhook.link-broken': {
    causes: [
      'The topic is not listed in app.toml, or was not when the app was installed.',
      'The scope of the topic was not granted.',
      'No webhook URL, no tunnel, or an app that does not answer.',
    ],
    fix: ['Do what is written beside that link, then run it again.'],
  },
  'webhook.not-genuine': {
    causes: [
      'The body was parsed and written again before it was verified: the signature covers the exact bytes.',
      'Another secret.',
      'The time stamp is more than 5 minutes off, or the clock is.',
    ],
    check: ['`app doctor` compares the clock.'],
    fix: ['Verify the raw bytes of the body, before anything parses them, with the signing secret of `app env`.'],
  },
  'webhook.rejected': {
    causes: [
      'The app answered with something other than 2xx: it threw, or found the signature wrong.',
      'It took too long, or broke off the connection.',
    ],
    check: ['The output of the app, and `app webhook list --state failed`.'],
    fix: ['Correct the handler, then `app webhook replay` with the number of the delivery sends it again.'],
  },
}
