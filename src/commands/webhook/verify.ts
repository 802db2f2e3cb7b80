import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../../cli.ts'
import { targetAt } from '../../cli/place.ts'
import { AppError } from '../../errors.ts'
import { requestToVerify } from '../../tasks/webhook/request-to-verify.ts'
import { knownFacts } from '../../tasks/webhook/webhook-secrets.ts'
import { originText } from '../../text/origins/secret-source.ts'
import { verificationText } from '../../views/webhook/verification.ts'
import { signingSecret } from '../../webhooks/trigger-input.ts'
import { verifyRequest, type Verification } from '../../webhooks/verify/verify-request.ts'

export default class WebhookVerify extends AppCommand<Verification> {
  static override summary = "Verify a delivery's signature and explain a mismatch"

  static override description =
    'Reads headers and body from files, or a delivery from the journal. With --computed, explains the signature that your own code computed. If the signature differs, tries about eighty common mistakes one at a time, and hundreds of other orders of the signed parts. Body mistakes include a body rewritten by JavaScript, Python, PHP, Go or .NET, and wrong or missing line feeds. Other mistakes include the store code, a wrong or decoded secret, milliseconds and a hash without HMAC. Exits with 11 if the delivery is not genuine or the computed signature is wrong.'

  static override examples = [
    '<%= config.bin %> webhook verify --headers @headers.txt --body @body.json',
    '<%= config.bin %> webhook verify --delivery 42 --computed 9f2c…',
    'pbpaste | <%= config.bin %> webhook verify --headers - --body @body.json',
  ]

  static override flags = {
    headers: Flags.string({
      summary: 'Request headers, as Name: value lines or a JSON object.',
      helpValue: '@file|-',
    }),
    header: Flags.string({
      char: 'H',
      multiple: true,
      summary: 'One header, as in curl. May be repeated.',
      helpValue: '<name: value>',
    }),
    body: Flags.string({ summary: 'Request body, byte for byte.', helpValue: '@file|-' }),
    delivery: Flags.integer({
      summary: 'Number of a delivery in the journal.',
      exclusive: ['headers', 'header', 'body'],
      helpValue: '<number>',
    }),
    computed: Flags.string({ summary: 'Signature that your own code computed.', helpValue: '<hex>' }),
    'received-at': Flags.string({
      summary: 'Time of receipt: ISO 8601 or Unix seconds. Default: now.',
      exclusive: ['delivery'],
      helpValue: '<time>',
    }),
  }

  async run(): Promise<Verification> {
    const { flags } = await this.parse(WebhookVerify)
    const project = await this.project()
    const appKey = project.config.key
    const request = await requestToVerify(this.context, flags, appKey)
    const from = flags.target ?? request.target ?? this.targetName
    const target = () => targetAt(this.context, from, project)
    const { secret, identity, source } = await signingSecret({ ...this.context, project, target })
    const known = await knownFacts(this.context, { identity, appKey, secret })
    const verification = this.advised(verifyRequest({ ...request, ...known, secret, computed: flags.computed }))
    const hasArrived = (flags.delivery ?? flags['received-at']) !== undefined
    this.show(verificationText({ ...verification, hasArrived }, this.looks))
    if (isRight(verification)) return verification
    if (source !== null && !this.jsonEnabled()) this.note(`The signing secret came from ${originText(source)}.`)
    return this.endWith(verification, new AppError('webhook.not-genuine', 'The request is not a genuine delivery.'))
  }
}

function isRight({ verdict, computed }: Verification): boolean {
  return computed === null ? verdict.ok : computed.correct === true
}
