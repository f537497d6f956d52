import { accessSync, constants, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { isFontInstalled } from '../apps/ocr/synth/fonts.ts'

/** Maps a command, the path of a file (`*` for any name), or `font:` with a family to its Debian package. */
export type Packages = Readonly<Record<string, string>>

export const INSTALL_ARGS = ['install', '-y', '--no-install-recommends']

const FONT = /^font:/

function isCommand(name: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

export function isPresent(name: string): boolean {
  if (name.startsWith('/')) return globSync(name).length > 0
  return FONT.test(name) ? isFontInstalled(name.replace(FONT, '')) : isCommand(name)
}

export const packagesOf = (names: readonly string[], packages: Packages): string[] => [
  ...new Set(names.map((name) => packages[name] ?? name)),
]

/** Returns one line with what is missing and how to install it. */
export const adviceOn = (missing: readonly string[], packages: Packages): string =>
  `${missing.map((name) => name.replace(FONT, 'the font ')).join(', ')} missing; install with: ` +
  `apt-get ${INSTALL_ARGS.join(' ')} ${packagesOf(missing, packages).join(' ')}`

/** Throws the advice if something is missing. Installs nothing; that is done once before (`install-packages.ts`). */
export function requirePackages(packages: Packages): void {
  const missing = Object.keys(packages).filter((name) => !isPresent(name))
  if (missing.length > 0) throw new Error(adviceOn(missing, packages))
}
