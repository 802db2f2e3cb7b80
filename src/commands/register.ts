import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../command.ts'
import { AppError } from '../errors.ts'
import { checkRedirectUri } from '../protocol/redirect-uri.ts'
import { registerApp, type RegisteredApp } from '../tasks/register/register-app.ts'
import { registerLive } from '../tasks/register/register-live.ts'
import { escapeForeign } from '../text/escape.ts'
import { registrationView } from '../views/registration.ts'

export default class Register extends AppCommand<RegisteredApp> {
  static override summary = 'Register the app with the platform, or bring its registration up to date with app.toml.'

  static override description =
    'On the emulator it is done at once, and the secrets go to the keychain. The live platform has no interface for it: the command prints what to enter in the developer console, then asks for what the console shows.'

  static override writes = ['project', 'state', 'emulator'] as const

  static override examples = [
    '<%= config.bin %> register',
    '<%= config.bin %> register --reveal --json',
    '<%= config.bin %> register --target live --client-id cli_1 \\\n    --base-url https://api.example --admin-url https://store.example',
  ]

  static override flags = {
    reveal: Flags.boolean({ summary: 'Print the secrets of a new registration, once, as the platform does.' }),
    'webhook-url': Flags.string({
      summary: 'Where events are sent, instead of what app.toml says.',
      helpValue: '<url>',
    }),
    'base-url': Flags.string({ summary: 'Address of the live API; written into app.toml.', helpValue: '<url>' }),
    'admin-url': Flags.string({
      summary: 'Address of the live store admin; written into app.toml.',
      helpValue: '<url>',
    }),
    'client-id': Flags.string({
      summary: 'client_id on the live platform; written into app.toml.',
      helpValue: '<cli_…>',
    }),
    yes: Flags.boolean({ char: 'y', summary: 'Agree that a published app goes back to review.' }),
  }

  async run(): Promise<RegisteredApp> {
    const { flags } = await this.parse(Register)
    const project = await this.project()
    const webhookUrl = checkedUrl(flags['webhook-url'])
    const live = { base_url: flags['base-url'], admin_url: flags['admin-url'], client_id: flags['client-id'] }
    const isLive = this.targetName === 'live'
    if (!isLive && Object.values(live).some((value) => value !== undefined)) throw onlyLive()
    const registered = isLive
      ? await registerLive(this.context, { project, webhookUrl, live })
      : await registerApp(
          this.context,
          { control: await this.control(), target: await this.target(project) },
          { project, webhookUrl, reveal: flags.reveal, agreed: flags.yes },
        )
    this.show(registrationView(registered, this.looks))
    for (const { message } of registered.warnings) this.note(escapeForeign(`Note: ${message}`))
    return registered
  }
}

function checkedUrl(url: string | undefined): string | undefined {
  if (url === undefined || checkRedirectUri(url).ok) return url
  throw new AppError('usage.invalid', '--webhook-url is not an https address, nor http on this machine.')
}

function onlyLive(): AppError {
  return new AppError('usage.invalid', '--base-url, --admin-url and --client-id are for --target live.')
}
