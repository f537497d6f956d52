import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const MODULE = 'virtual:client-path'

interface Manifest {
  [entry: string]: { file: string; isDynamicEntry?: boolean } | undefined
}

/** Addresses of the scripts that are loaded later, by their sources. */
const laterIn = (manifest: Manifest, base: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(manifest).flatMap(([source, built]) =>
      built?.isDynamicEntry ? [[source, base + built.file] as const] : [],
    ),
  )

/**
 * Passes the addresses of the scripts, whose names contain their hashes, to the pages that the server renders. The environment
 * `client` has to be built before. `entry` is its source as the manifest names it, `base` the address of the build.
 */
export const clientName = ({ base, entry }: { base: string; entry: string }): Plugin => ({
  name: 'client-name',
  resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
  load(id) {
    if (id !== `\0${MODULE}`) return undefined
    const { outDir } = this.environment.getTopLevelConfig().environments['client']!.build
    const manifest = JSON.parse(readFileSync(join(outDir, 'manifest.json'), 'utf8')) as Manifest
    const file = manifest[entry]?.file
    if (!file) throw new Error(`${entry} is not in the manifest`)
    return [
      `export const clientPath = ${JSON.stringify(base + file)}`,
      `export const laterPaths = ${JSON.stringify(laterIn(manifest, base))}`,
    ].join('\n')
  },
})

/** In-app browsers of chat apps are several years old. */
export const OLD_BROWSERS = ['es2020', 'chrome87', 'safari14']
