import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { WORKSPACES } from '../layout/house.ts'

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
const isProduct = (path: string) => !path.includes('/office/') && !path.endsWith('.test.ts')

/** Files of the service and of recognition that import a parser. */
export const parserFiles = (): string[] =>
  globSync(SOURCES)
    .filter(isProduct)
    .filter((path) => readsUntrusted(readFileSync(path, 'utf8')))
    .toSorted()

/** The cells of the list of parsers in docs/security.md, whose first ones name the files. */
const rowsOf = (page: string): string[][] =>
  (page.split('## Parsers of untrusted bytes')[1] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split(' | '))
const filesOf = ([files = '']: string[]) => [...files.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)

/** Files that the list names. */
export const listedFiles = (page: string): string[] => rowsOf(page).flatMap(filesOf).toSorted()

/** Of these, the ones that run in worker threads. */
export const workerFiles = (page: string): string[] =>
  rowsOf(page)
    .filter(([, , where = '']) => where.startsWith('worker'))
    .flatMap(filesOf)

const IMPORTED =
  /(?:^|\n)(?:import|export)\s+(?!type\b)([^;'"]*?)\s*from '([.@][^']+)'|import\('([.@][^']+)'\)/g
const isOfTypes = (names: string) =>
  /^\{.*\}$/s.test(names) &&
  names
    .slice(1, -1)
    .split(',')
    .every((name) => /^\s*(?:type\s.*)?$/s.test(name))

/** The file that an import names; undefined for libraries. */
function fileOf(path: string, spec: string): string | undefined {
  if (spec.startsWith('.')) return join(dirname(path), spec)
  const workspace = Object.keys(WORKSPACES).find((name) => spec.startsWith(`${name}/`))
  return workspace && join(WORKSPACES[workspace] ?? '', spec.slice(workspace.length))
}

/** Files that a program loads, whatever of them it uses; those of worker threads are named by their address and are not. */
export function loadedBy(program: string): Set<string> {
  const loaded = new Set<string>()
  const waiting = [program]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (loaded.has(path)) continue
    loaded.add(path)
    for (const [, names = '', from, later] of readFileSync(path, 'utf8').matchAll(IMPORTED))
      if (!isOfTypes(names.trim()))
        waiting.push(...[fileOf(path, from ?? later ?? '')].filter((file) => file !== undefined))
  }
  return loaded
}
