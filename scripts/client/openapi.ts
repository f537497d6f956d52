import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openApiDocument } from '@consilium/contract/openapi.ts'
import { BASE_PATH } from '@consilium/contract/addresses.ts'
import { givenPath } from '../../apps/api/src/settings/given-path.ts'
import { VERSION } from '../../apps/api/src/open-database.ts'
import { openApiDocument as recognitionDocument } from '../../apps/ocr/src/openapi.ts'

/** Writes the OpenAPI documents of the platform and of the recognition service: `npm run openapi -- FOLDER`. */
const folder = givenPath(process.argv[2] ?? 'openapi')
const documents = {
  'openapi.json': openApiDocument({ serverUrl: BASE_PATH, version: VERSION }),
  'recognition.json': recognitionDocument({ version: VERSION, secured: true }),
}

mkdirSync(folder, { recursive: true })
for (const [name, document] of Object.entries(documents)) {
  writeFileSync(join(folder, name), `${JSON.stringify(document, null, 2)}\n`)
  process.stdout.write(`${join(folder, name)}\n`)
}
