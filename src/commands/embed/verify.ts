import { AppCommand } from '../../cli.ts'
import { AppError } from '../../errors.ts'
import { embedKeyIfAny } from '../../tasks/embed/embed-key.ts'
import { readToken } from '../../tasks/embed/read-token.ts'
import { verifySteps, type EmbedVerification } from '../../tasks/embed/verify-steps.ts'
import { embedVerificationText } from '../../views/embed.ts'

export default class EmbedVerify extends AppCommand<EmbedVerification> {
  static override summary = 'Verify an embed token step by step, as your app must'

  static override description =
    'Reads the token from stdin and the signing secret from the secret store or SVCAPP_SIGNING_SECRET. Runs the eleven documented steps with the code that a new app contains, and shows each result. Exits with 11 if the token is rejected.'

  static override examples = [
    'pbpaste | <%= config.bin %> embed verify',
    '<%= config.bin %> embed token --defect other_app | <%= config.bin %> embed verify --json',
  ]

  async run(): Promise<EmbedVerification> {
    await this.parse(EmbedVerify)
    const project = await this.project()
    const token = readToken(this.context)
    const key = await embedKeyIfAny(this.context, project, () => this.target(project))
    const verification = verifySteps({ token, key, appKey: project.config.key, now: this.context.now() })
    this.show(embedVerificationText(verification, this.looks))
    if (verification.ok) return verification
    return this.endWith(verification, new AppError('embed.rejected', 'The embed token was rejected.'))
  }
}
