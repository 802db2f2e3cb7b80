import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../cli.ts'
import { AppError } from '../errors.ts'
import type { Warning } from '../project/registration-warnings.ts'
import { checkRedirectUri } from '../protocol/redirect-uri.ts'
import { bare } from '../tasks/register/live-addresses.ts'
import { registerApp, type RegisteredApp } from '../tasks/register/register-app.ts'
import { registerLive, type RegisterLiveInput } from '../tasks/register/register-live.ts'
import { escapeForeign } from '../text/escape.ts'
import { consoleView } from '../views/console.ts'
import { registrationView } from '../views/registration.ts'

export default class Register extends AppCommand<RegisteredApp> {
  static override summary = 'Register the app, or update its registration from app.toml'

  static override description =
    "On the emulator, this takes effect immediately, and the secrets are stored in the keychain. The live platform has no API for registration. In a terminal, the command asks for the URLs and checks them without a secret. It prints the values for the developer console, with the changes since you last confirmed them, and asks for the secrets. Without a terminal, use flags. If another machine may use the app, the command does not assume that the console has this machine's URLs."

  static override writes = ['project', 'state', 'emulator'] as const

  static override examples = [
    '<%= config.bin %> register',
    '<%= config.bin %> register --reveal --json',
    '<%= config.bin %> register --target live --client-id cli_1 \\\n    --base-url https://api.example --admin-url https://store.example',
  ]

  static override flags = {
    reveal: Flags.boolean({ summary: 'Print the secrets of a new registration, once.' }),
    'webhook-url': Flags.string({
      summary: 'Webhook URL. Default: the URL from app.toml.',
      helpValue: '<url>',
    }),
    'base-url': Flags.string({ summary: 'URL of the live API. Saved in app.toml.', helpValue: '<url>' }),
    'admin-url': Flags.string({
      summary: 'URL of the live store admin. Saved in app.toml.',
      helpValue: '<url>',
    }),
    'client-id': Flags.string({
      summary: 'client_id on the live platform. Saved in app.toml.',
      helpValue: '<cli_…>',
    }),
    dev: Flags.boolean({
      summary: 'With --target live, register the development URLs (tunnel or this machine).',
    }),
    yes: Flags.boolean({ char: 'y', summary: 'Allow sending a published app back to review.' }),
  }

  async run(): Promise<RegisteredApp> {
    const { flags } = await this.parse(Register)
    const project = await this.project()
    const webhookUrl = checkedUrl(flags['webhook-url'])
    const live = {
      base_url: bareOf(flags['base-url']),
      admin_url: bareOf(flags['admin-url']),
      client_id: bareOf(flags['client-id']),
    }
    const isLive = this.targetName === 'live'
    if (!isLive && (flags.dev || Object.values(live).some((value) => value !== undefined))) throw onlyLive()
    if (isLive) return this.#live({ project, webhookUrl, live, isDev: flags.dev })
    const registered = await registerApp(
      this.context,
      { control: await this.control(), target: await this.target(project) },
      { project, webhookUrl, reveal: flags.reveal, agreed: flags.yes },
    )
    this.show(registrationView(registered, this.looks))
    this.#warn(registered.warnings)
    return registered
  }

  /** Shows the fields before the questions, because you enter them first and the console then shows the secrets. */
  async #live(input: Omit<RegisterLiveInput, 'show'>): Promise<RegisteredApp> {
    const { key } = input.project.config
    const registered = await registerLive(this.context, {
      ...input,
      show: (fields, warnings, isElsewhere) => {
        const text = consoleView({ app_key: key, fields, isElsewhere }, this.looks)
        // With --json, stdout is for the document, but the question still needs the list.
        if (this.jsonEnabled() && this.context.terminal.isInteractive) this.note(text)
        else this.show(text)
        this.#warn(warnings)
      },
    })
    this.show(`\n${registrationView(registered, this.looks)}`)
    return registered
  }

  #warn(warnings: readonly Warning[]): void {
    for (const { message } of warnings) this.note(escapeForeign(`Note: ${message}`))
  }
}

function bareOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : bare(text)
}

function checkedUrl(url: string | undefined): string | undefined {
  if (url === undefined || checkRedirectUri(url).ok) return url
  throw new AppError('usage.invalid', '--webhook-url must be an https URL, or an http URL on this machine.')
}

function onlyLive(): AppError {
  return new AppError('usage.invalid', '--base-url, --admin-url, --client-id and --dev require --target live.')
}
