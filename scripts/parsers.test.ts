import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { listedFiles, parserFiles, readsUntrusted } from './parsers.ts'

it('SEC-33: docs/security.md lists every file that imports a parser of untrusted bytes', () => {
  assert.deepEqual(listedFiles(readFileSync('docs/security.md', 'utf8')), parserFiles())
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
