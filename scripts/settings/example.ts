import type { Setting } from './declared.ts'

const WIDTH = 100
const HEAD = `Settings of Consilium. Copy the settings that you need into a file named .env in the working folder, or set them in the environment. The values here are the defaults. npm run settings generates this file from the declarations in apps/api/src/settings/config.ts and apps/ocr/src/config.ts.`

/** Returns comment lines of at most WIDTH characters, broken between words. */
function comment(text: string): string {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < WIDTH) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(`# ${word}`)
  }
  return lines.join('\n')
}

function entry({ name, meaning, default: preset, mayBeFile }: Setting): string {
  const file = mayBeFile ? `. A file may hold it: ${name}_FILE` : ''
  return `${comment(`${meaning}${file}`)}\n#${name}=${preset ?? ''}\n`
}

/** The text of `.env.example`. */
export const envExample = ({
  platform,
  recognition,
}: {
  platform: Setting[]
  recognition: Setting[]
}): string =>
  [
    `${comment(HEAD)}\n`,
    ...platform.map(entry),
    `${comment('The recognition service alone')}\n`,
    ...recognition.map(entry),
  ].join('\n')
