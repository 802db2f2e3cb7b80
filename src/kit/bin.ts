#!/usr/bin/env node
/** `npx svcapp-kit`: commands for the owner of an app's queue. */
import { existsSync } from 'node:fs'

import { runProgram } from './program/program.ts'

// Variables that are already set stay.
if (existsSync('.env')) process.loadEnvFile('.env')
process.exitCode = await runProgram(process.argv.slice(2), {
  env: process.env,
  print: (line) => console.log(line),
  printError: (line) => console.error(line),
  now: Date.now,
})
