import { globSync, readFileSync } from 'node:fs'

/** Libraries that read what others have made. */
const LIBRARIES =
  /from '(?:pkijs|asn1js|saxes|yauzl|sharp|csv-parse\/sync|@simplewebauthn\/server|range-parser|negotiator|@fastify\/multipart|@fastify\/cookie|pdfjs-dist[^']*|@embedpdf\/pdfium|xml-crypto|@noble\/curves[^']*|zxing-wasm[^']*|@undecaf\/zbar-wasm|libheif-js[^']*|pngjs|fflate|cbor[^']*|jpeg-js)'|import\('(?:pdfjs-dist|libheif-js|zxing-wasm)[^']*'\)/
/** Of the platform's own modules, those that read keys and certificates, and that unpack. */
const OWN =
  /import \{[^}]*\b(?:createPrivateKey|createPublicKey|X509Certificate|inflate\w*|gunzip\w*|createGunzip|unzip\w*|brotliDecompress\w*)\b[^}]*\} from 'node:(?:crypto|zlib)'/
/** A type says nothing about what runs. */
const TYPES_ONLY = /import type [^\n]*\n/g

export const readsUntrusted = (source: string): boolean => {
  const run = source.replaceAll(TYPES_ONLY, '')
  return LIBRARIES.test(run) || OWN.test(run)
}

const SOURCES = '{apps,packages}/*/src/**/*.ts'
const isProduct = (path: string) => !path.includes('/web/') && !path.endsWith('.test.ts')

/** Files of the service and of recognition that import a parser. */
export const parserFiles = (): string[] =>
  globSync(SOURCES)
    .filter(isProduct)
    .filter((path) => readsUntrusted(readFileSync(path, 'utf8')))
    .toSorted()

/** Files that the list of parsers in docs/security.md names, which end the list's rows in code. */
export const listedFiles = (page: string): string[] =>
  (page.split('## Parsers of untrusted bytes')[1] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, path = '']) => path))
    .toSorted()
