import { appShape } from './app-shape.ts'
import { jsonSchemaOf } from './shape.ts'

/** The JSON Schema of app.toml for editors, as schema/app.schema.json holds it: ends with a newline. */
export function appJsonSchema(): string {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'app.toml of a plugin platform app',
    ...jsonSchemaOf(appShape),
  }
  return `${JSON.stringify(schema, null, 2)}\n`
}
