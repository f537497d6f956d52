import { fileURLToPath } from 'node:url'

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Starts the recognition service of this repository, which ends with the process that started it: a value for
 * OCR_COMMAND.
 */
export function recognitionCommand(): string {
  const words = [
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    `--import=${new URL('./follow-parent.mjs', import.meta.url).href}`,
    fileOf('../apps/ocr/src/main.ts'),
  ]
  return words.map((word) => `"${word}"`).join(' ')
}
