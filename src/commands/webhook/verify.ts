import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../../command.ts'
import { targetAt } from '../../command/place.ts'
import { AppError } from '../../errors.ts'
import { requestToVerify } from '../../tasks/webhook/request-to-verify.ts'
import { knownFacts } from '../../tasks/webhook/webhook-secrets.ts'
import { originText } from '../../text/origins/secret-source.ts'
import { verificationText } from '../../views/webhook/verification.ts'
import { signingSecret } from '../../webhooks/trigger-input.ts'
import { verifyRequest, type Verification } from '../../webhooks/verify/verify-request.ts'

export default class WebhookVerify extends AppCommand<Verification> {
  static override summary =
    'Say whether a request is a genuine delivery and, if not, which mistake explains its signature.'

  static override description =
    'Takes headers and body from files, or a delivery of the journal. With --computed it explains what your own code computed instead. Where the signature differs, some eighty wrong recipes are tried, one mistake at a time (a body written again by JavaScript, Python, PHP, Go or .NET, line ends, missing line feeds, store code, another or decoded secret, milliseconds, a hash without HMAC), and hundreds of other orders of the parts. Ends with 11 unless all is right.'

  static override examples = [
    '<%= config.bin %> webhook verify --headers @headers.txt --body @body.json',
    '<%= config.bin %> webhook verify --delivery 42 --computed 9f2c…',
    'pbpaste | <%= config.bin %> webhook verify --headers - --body @body.json',
  ]

  static override flags = {
    headers: Flags.string({
      summary: 'Headers of the request, as Name: value lines or a JSON object.',
      helpValue: '@file|-',
    }),
    header: Flags.string({
      char: 'H',
      multiple: true,
      summary: 'One header, as curl takes it. May be repeated.',
      helpValue: '<name: value>',
    }),
    body: Flags.string({ summary: 'Body of the request, byte for byte.', helpValue: '@file|-' }),
    delivery: Flags.integer({
      summary: 'Number of a delivery in the journal.',
      exclusive: ['headers', 'header', 'body'],
      helpValue: '<number>',
    }),
    computed: Flags.string({ summary: 'The signature that your own code computed for it.', helpValue: '<hex>' }),
    'received-at': Flags.string({
      summary: 'When it was received: ISO-8601 or Unix seconds. Default: now.',
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
    this.show(verificationText(verification, this.looks))
    if (isRight(verification)) return verification
    if (source !== null && !this.jsonEnabled()) this.note(`The signing secret came from ${originText(source)}.`)
    return this.endWith(verification, new AppError('webhook.not-genuine', 'The request is not a genuine delivery.'))
  }
}

function isRight({ verdict, computed }: Verification): boolean {
  return computed === null ? verdict.ok : computed.correct === true
}
