import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { listedFiles, loadedBy, parserFiles, readsUntrusted, workerFiles } from './parsers.ts'

it('SEC-33: docs/security.md lists every file that imports a parser of untrusted bytes', () => {
  assert.deepEqual(listedFiles(readFileSync('docs/security.md', 'utf8')), parserFiles())
})

/** Why the main thread loads some of what runs in workers: none of these reads there what a user sends. */
const ALSO_LOADED = {
  'apps/api/src/infra/pictures/signature-image.ts':
    'signatures that a worker made are read again for the seal',
  'packages/pades/src/keys/key-file.ts': 'the key of the operator, at the start',
  'packages/pades/src/keys/pkcs12.ts': 'the same',
  'packages/pades/src/timestamp.ts': 'own signatures, to which a token is added',
  'packages/pades/src/timestamp-trust.ts': 'the authorities of the operator, at the start',
  'packages/pades/src/revocation-services.ts': 'the certificate of the operator, at the start',
  'packages/pades/src/verify.ts': 'loaded by names that the check of a document shares',
  'packages/pades/src/attachments.ts': 'the same',
}

it('SEC-33: what runs in workers is not loaded by the main thread, but for a list with reasons', () => {
  const loaded = loadedBy('apps/api/src/main.ts')
  const workers = workerFiles(readFileSync('docs/security.md', 'utf8'))
  assert.ok(loaded.size > 300 && workers.length > 12, `${loaded.size} files, ${workers.length} in workers`)
  const also = workers.filter((path) => loaded.has(path))
  assert.deepEqual(also.toSorted(), Object.keys(ALSO_LOADED).toSorted())
})

it('SEC-33: a new import of a parser is found', () => {
  for (const source of [
    "import { Certificate } from 'pkijs'\n",
    "import { createHash, X509Certificate } from 'node:crypto'\n",
    "import {\n  createPrivateKey,\n  sign,\n} from 'node:crypto'\n",
    "import { inflateSync } from 'node:zlib'\n",
    "import sharp, { type Sharp } from 'sharp'\n",
    "const load = () => import('pdfjs-dist/legacy/build/pdf.mjs')\n",
  ])
    assert.ok(readsUntrusted(source), source)
  for (const source of [
    "import type { Certificate } from 'pkijs'\n",
    "import { createHash } from 'node:crypto'\n",
    "import { deflate } from 'node:zlib'\n",
  ])
    assert.ok(!readsUntrusted(source), source)
  assert.deepEqual(listedFiles('## Parsers of untrusted bytes\n\n| `a.ts`, `b.ts` | `c` |\n'), [
    'a.ts',
    'b.ts',
  ])
})
