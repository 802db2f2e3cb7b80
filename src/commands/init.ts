import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../cli.ts'
import type { AdoptedApp } from '../scaffold/adopt/adopt-app.ts'
import { templateOrigin } from '../scaffold/foreign/template-origin.ts'
import type { Scaffolded } from '../scaffold/scaffold.ts'
import { commitNewApp, startRepository } from '../scaffold/start-repository.ts'
import { templateList, type TemplateList } from '../scaffold/templates.ts'
import { adoptHere, createApp, offersAdoption } from '../tasks/init/create-app.ts'
import { createRegistration } from '../tasks/init/create-registration.ts'
import { installWithProgress } from '../tasks/init/install-packages.ts'
import { adoptedAppView } from '../views/init/adopted-app.ts'
import { newAppView } from '../views/init/new-app.ts'
import { newRegistrationView, type NewRegistration } from '../views/init/new-registration.ts'
import { templateListView } from '../views/templates.ts'

interface NewApp extends Scaffolded {
  /** Whether the app's packages were installed. */
  readonly installed: boolean
  /** Whether a Git repository was created in the folder. */
  readonly repository: boolean
  /** Whether the files were committed. Git needs a user name and email for that. */
  readonly committed: boolean
}

export default class Init extends AppCommand<NewApp | AdoptedApp | TemplateList | NewRegistration> {
  static override ignoresTarget = true

  static override summary = 'Create a new app'

  static override writes = ['project'] as const

  static override examples = [
    '<%= config.bin %> init app.acme.loyalty',
    '<%= config.bin %> init app.acme.loyalty --yes --no-install',
    '<%= config.bin %> init app.acme.parcels --template carrier',
    '<%= config.bin %> init app.acme.shop --here',
    '<%= config.bin %> init app.acme.loyalty-staging --config staging',
    '<%= config.bin %> init --list-templates',
    '<%= config.bin %> init app.acme.sync --install-scope store --dir sync',
    '<%= config.bin %> init app.acme.sync --scopes "orders.read products.read"',
  ]

  static override args = {
    key: Args.string({ description: 'App key: app.<company>.<name>. You cannot change it later.' }),
  }

  static override flags = {
    name: Flags.string({ summary: 'App name shown to users.', helpValue: '<name>' }),
    template: Flags.string({
      summary: 'Template name (see --list-templates, default: node), folder, or Git URL with #branch.',
      helpValue: '<template>',
    }),
    'list-templates': Flags.boolean({ summary: 'List the templates and exit.' }),
    'install-scope': Flags.option({
      options: ['region', 'store'] as const,
      summary: 'One install per region (default), or one for the whole store.',
    })(),
    scopes: Flags.string({
      summary: 'Required scopes, separated by spaces. Default: orders.read.',
      helpValue: '<scopes>',
    }),
    'optional-scopes': Flags.string({ summary: 'Scopes that the store owner can turn off.', helpValue: '<scopes>' }),
    topics: Flags.string({
      summary: "Topics to subscribe to, separated by spaces. Default: the template's topics that the scopes allow.",
      helpValue: '<topics>',
    }),
    countries: Flags.string({
      summary: 'Limit the app to these countries, such as "TR DE". Default: a global app.',
      helpValue: '<countries>',
    }),
    with: Flags.string({
      summary: 'Files to add, separated by commas: ci (GitHub and GitLab), compose (Docker), devcontainer (VS Code).',
      helpValue: '<files>',
    }),
    dir: Flags.string({ summary: 'New folder. Default: the last part of the key.', helpValue: '<folder>' }),
    here: Flags.boolean({
      summary: "Add app.toml to this folder's project, in any language. Overwrites nothing.",
      exclusive: ['dir', 'template', 'with', 'config'],
    }),
    yes: Flags.boolean({ char: 'y', summary: 'Skip prompts and use the defaults.' }),
    install: Flags.boolean({
      allowNo: true,
      default: true,
      summary: "Install packages with the folder's package manager (default: npm).",
    }),
    git: Flags.boolean({
      allowNo: true,
      default: true,
      summary: 'Create a Git repository, unless the folder is in one.',
    }),
  }

  async run(): Promise<NewApp | AdoptedApp | TemplateList | NewRegistration> {
    const { args, flags } = await this.parse(Init)
    const { context } = this
    if (flags['list-templates']) {
      this.show(templateListView(templateList, this.looks))
      return templateList
    }
    if (flags.config !== undefined) {
      const added = await createRegistration(context, { key: args.key, ...flags, config: flags.config })
      this.show(newRegistrationView(added, this.looks))
      return added
    }
    if (flags.here || (await offersAdoption(context, flags))) {
      const adopted = await adoptHere(context, { key: args.key, ...flags })
      this.show(adoptedAppView(adopted, this.looks))
      return adopted
    }
    const made = await createApp(context, { key: args.key, ...flags })
    const repository = flags.git && (await startRepository(context, made.dir))
    // Package managers run package.json scripts, and this template is from another author.
    const isOwn = templateOrigin(flags.template ?? '') === null
    const installed = flags.install && isOwn && (await installWithProgress(context, made))
    const committed = repository && (await commitNewApp(context, made.dir))
    const app = { ...made, repository, committed, installed }
    this.show(newAppView({ ...app, cwd: context.cwd }, this.looks))
    return app
  }
}
