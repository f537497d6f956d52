import { globSync, readFileSync } from 'node:fs'
import { SOURCE_PATTERNS } from './layout/house.ts'
import { checkLayout } from './layout/rules.ts'

const paths = globSync(SOURCE_PATTERNS, { exclude: (name) => name.split('/').includes('node_modules') })
const violations = checkLayout(paths.map((path) => ({ path, text: readFileSync(path, 'utf8') })))

for (const { path, line, rule, message } of violations) console.error(`${path}:${line} ${rule} ${message}`)
if (paths.length === 0) console.error('no source file found: run it from the root')
process.exitCode = violations.length > 0 || paths.length === 0 ? 1 : 0
