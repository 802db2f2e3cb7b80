import { appShape } from './app-shape.ts'
import { jsonSchemaOf } from './shape.ts'

/** Returns the JSON Schema of app.toml for editors, as in schema/app.schema.json, with a final newline. */
export function appJsonSchema(): string {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'app.toml of a plugin platform app',
    ...jsonSchemaOf(appShape),
  }
  return `${JSON.stringify(schema, null, 2)}\n`
}
