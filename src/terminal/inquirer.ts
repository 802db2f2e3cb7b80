// Only the kinds of questions that we ask: the one that opens an editor needs tables of encodings, a tenth of the package.
export { checkbox, confirm, input, password, select } from '@inquirer/prompts'
