import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../command.ts'
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
  static override summary = 'Register the app with the platform, or bring its registration up to date with app.toml.'

  static override description =
    'On the emulator it is done at once, and the secrets go to the keychain. The live platform has no interface for it: in a terminal the command asks for the addresses and checks them without a secret, prints what to enter in the developer console and what differs since it was confirmed, then asks for the secrets. Without a terminal it takes flags, and if another machine may use the app, addresses of this machine do not count as entered.'

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
    dev: Flags.boolean({
      summary: 'With --target live: register addresses of development, those of the tunnel or of this machine.',
    }),
    yes: Flags.boolean({ char: 'y', summary: 'Agree that a published app goes back to review.' }),
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

  /** The fields come before the questions: a person enters them first, and the console then shows the secrets. */
  async #live(input: Omit<RegisterLiveInput, 'show'>): Promise<RegisteredApp> {
    const { key } = input.project.config
    const registered = await registerLive(this.context, {
      ...input,
      show: (fields, warnings, isElsewhere) => {
        const text = consoleView({ app_key: key, fields, isElsewhere }, this.looks)
        // With --json, stdout is for the document and the question still needs the list.
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
  throw new AppError('usage.invalid', '--webhook-url is not an https address, nor http on this machine.')
}

function onlyLive(): AppError {
  return new AppError('usage.invalid', '--base-url, --admin-url, --client-id and --dev are for --target live.')
}
