// Writes .env.example from the declarations of the settings: npm run settings.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { declaredSettings } from './declared.ts'
import { envExample } from './example.ts'

const EXAMPLE = fileURLToPath(new URL('../../.env.example', import.meta.url))

writeFileSync(EXAMPLE, envExample(declaredSettings()))
process.stdout.write(`${EXAMPLE}\n`)
