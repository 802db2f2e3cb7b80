import { AppCommand } from '../../cli.ts'
import { AppError } from '../../errors.ts'
import { decodeBase64url } from '../../protocol/base64url.ts'
import { readToken } from '../../tasks/embed/read-token.ts'
import { payloadText } from '../../tasks/embed/verify-steps.ts'
import { parseJson } from '../../text/json.ts'
import { payloadLines } from '../../views/embed.ts'

export default class EmbedDecode extends AppCommand<{ readonly payload: object }> {
  static override ignoresTarget = true

  static override summary = 'Decode an embed token without verifying it'

  static override description =
    'Reads the token from stdin. It is signed, not encrypted, so you need no key. Do not trust the output. To verify the token, use `app embed verify`.'

  static override examples = [
    'pbpaste | <%= config.bin %> embed decode',
    '<%= config.bin %> embed token | <%= config.bin %> embed decode',
  ]

  async run(): Promise<{ readonly payload: object }> {
    await this.parse(EmbedDecode)
    const bytes = decodeBase64url(payloadText(readToken(this.context)).trim())
    const parsed = bytes === null ? null : parseJson(new TextDecoder().decode(bytes))
    if (!parsed?.ok || typeof parsed.value !== 'object' || parsed.value === null) {
      throw new AppError('usage.invalid', 'No embed token on stdin.', {
        suggestions: ['app embed token | app embed decode'],
      })
    }
    this.show(payloadLines(parsed.value))
    this.note('Not verified.')
    return { payload: parsed.value }
  }
}
