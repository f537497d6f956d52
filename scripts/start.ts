// Starts the platform and the recognition service of this repository: npm start.
import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'
import { recognitionCommand } from './recognition-command.ts'

// A setting in the .env file takes precedence over the default that is set here.
if (existsSync('.env')) loadEnvFile('.env')
process.env['OCR_COMMAND'] ||= recognitionCommand()
await import('../apps/api/src/main.ts')
