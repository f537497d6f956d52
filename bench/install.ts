import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Installs the peers that the product is measured against; its own install knows nothing of them. */
export function installPeers(): void {
  const folder = fileURLToPath(new URL('.', import.meta.url))
  if (existsSync(`${folder}node_modules/.package-lock.json`)) return
  console.error('Installing the peers (npm ci in bench/); this takes a minute the first time.')
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
  })
}
